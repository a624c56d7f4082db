package import FeedModel
import GRDB

/// Reads what has changed in the cache since a token, some thousand lines at a time.
///
/// Laws:
/// - Each thing is sent in its newest state, at least once; nothing that a `state` line covers is missing. Where the reader
///   has kept all lines up to one that says `complete`, it holds what the cache held at one commit.
/// - What was pruned is not sent, and `forget` says what else is gone: a reader keeps the runs, problems, events and removed
///   items that a snapshot leaves out.
/// - A snapshot is the same from the beginning: it is sent where there is no token, where the cache has forgotten
///   removals that the reader does not know of, and where the file was put back or copied since.
/// - No chunk reads for longer than `Limits.seconds` or holds more than `Limits.bytes`, but for one page, so that writers
///   can shorten the log.
///
/// Things are read in the order of their changes. What is written meanwhile gets a later number and comes in the same
/// pass; so a pass ends with what is there at its end, whatever happened on the way.
package struct ChangeReader {
    package struct Limits: Equatable, Sendable {
        /// Lines after which a chunk ends, 1 or more.
        package var lines: Int
        /// Bytes of bodies after which it ends.
        package var bytes: Int
        /// Seconds after which it ends.
        package var seconds: Double

        package init(lines: Int = 10_000, bytes: Int = 1 << 20, seconds: Double = 0.3) {
            (self.lines, self.bytes, self.seconds) = (lines, bytes, seconds)
        }
    }

    /// Why everything is sent again.
    package enum Reason: String, Sendable {
        case new
        /// The cache has forgotten removals that the reader does not know of.
        case pruned
        /// The file was put back, or is a copy that went its own way.
        case forked
    }

    package struct Chunk: Sendable {
        package fileprivate(set) var lines: [FeedMessage] = []
        /// The token after the last line; nil where the chunk ends inside a transaction.
        package fileprivate(set) var token: ChangeToken?
        package fileprivate(set) var isComplete = false
        /// Why a snapshot begins with this chunk; nil where none does.
        package fileprivate(set) var reason: Reason?
        /// Whether it has nothing but a token that was sent before.
        package fileprivate(set) var isEmpty = false
    }

    private let database: FeedDatabase
    private let program: String
    private let host: String
    private let now: @Sendable () -> Instant
    /// How far the reader is; nil before its first snapshot.
    private var token: ChangeToken?
    private var hasGreeted = false
    private var pending: ChangePlan?
    private var counts: [FeedMessage.Kind: Int] = [:]

    /// - Parameters:
    ///   - token: what the reader has; nil for everything.
    ///   - program: its name and version.
    ///   - now: the present time, which numbers snapshots.
    package init(
        _ database: FeedDatabase, after token: ChangeToken? = nil, program: String, host: String,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.database, self.token, self.program, self.host, self.now) = (database, token, program, host, now)
    }

    package mutating func next(_ limits: Limits = Limits()) throws -> Chunk {
        // What fails is read again by the next call.
        var copy = self
        let chunk = try database.read { snapshot in try copy.next(limits, in: snapshot.db) }
        self = copy
        return chunk
    }

    private mutating func next(_ limits: Limits, in db: Database) throws -> Chunk {
        var chunk = Chunk()
        let stream = try StreamState(db)
        var token = try resume(stream, db, &chunk)
        let before = token
        var writer = try ChangeLineReader(db: db, limits: limits, token: token)
        let isBegun = pending != nil
        var plan = try pending ?? ChangePlan(db, after: token.position, through: stream.change, lines: limits.lines)
        try writer.read(&plan)
        if plan.isDone {
            token.position = plan.bound
            token.floor = max(token.floor, plan.bound)
            let hasAllEvents = try writer.readEvents(&token.event, through: plan.bound)
            chunk.isComplete = plan.bound == stream.change && hasAllEvents
            if chunk.isComplete { token.base = token.position }
        }
        pending = plan.isDone ? nil : plan
        chunk.lines += writer.lines
        counts.merge(writer.counts, uniquingKeysWith: +)
        if plan.isDone {
            chunk.isEmpty = chunk.lines.isEmpty && token == before && !isBegun
            chunk.token = token
            chunk.lines.append(stateLine(token, isComplete: chunk.isComplete))
            counts = [:]
        }
        self.token = token
        return chunk
    }

    // MARK: Where to go on

    private mutating func resume(_ stream: StreamState, _ db: Database, _ chunk: inout Chunk) throws -> ChangeToken {
        if let token, token.cache != stream.cache {
            throw ChangeStreamError.otherCache(token: token.cache, file: stream.cache)
        }
        let reason = try reasonForSnapshot(stream, db)
        var next = token ?? ChangeToken(cache: stream.cache)
        if reason != nil {
            // What a token says may be anything.
            next.snapshot = max(next.snapshot &+ 1, now().millisecondsSince1970)
            next.base = -1
            next.position = -1
            next.floor = stream.change
            next.event = 0
            pending = nil
        }
        next.head = stream.change
        next.mark = try stream.mark(of: stream.change, db) ?? 0
        if reason != nil || !hasGreeted {
            chunk.reason = reason
            chunk.lines.append(helloLine(next, reason))
            hasGreeted = true
        }
        return next
    }

    private func reasonForSnapshot(_ stream: StreamState, _ db: Database) throws -> Reason? {
        guard let token else { return .new }
        guard token.head <= stream.change else { return .forked }
        guard let mark = try stream.mark(of: token.head, db) else {
            return token.mark == 0 && token.floor >= stream.pruned ? nil : .pruned
        }
        return mark != token.mark ? .forked : token.floor < stream.pruned ? .pruned : nil
    }

    // MARK: Lines about the stream

    private func helloLine(_ token: ChangeToken, _ reason: Reason?) -> FeedMessage {
        var line = FeedMessage(.hello, cache: token.cache, snapshot: token.snapshot, change: token.head)
        line.milliseconds = now().millisecondsSince1970
        line.setBody([
            ("format", .integer(Int64(ChangeToken.format))), ("program", .string(program)),
            ("host", .string(host)), ("is_snapshot", .bool(token.isInSnapshot)), ("why", .text(reason?.rawValue)),
        ])
        return line
    }

    private func stateLine(_ token: ChangeToken, isComplete: Bool) -> FeedMessage {
        var line = FeedMessage(.state, cache: token.cache, snapshot: token.snapshot, change: token.position)
        line.milliseconds = now().millisecondsSince1970
        line.token = token.text
        line.isComplete = isComplete
        let lines = FeedMessage.Kind.allCases.compactMap { kind in
            counts[kind].map { (kind.rawValue, JSONValue.integer(Int64($0))) }
        }
        line.setBody([
            ("token", .string(token.text)), ("complete", .bool(isComplete)), ("lines", .object(lines)),
        ])
        return line
    }
}

struct StreamState {
    let cache: String
    let change: Int64
    let pruned: Int64

    static let isGone = DatabaseError.corrupt("the row of stream is gone")

    init(_ db: Database) throws {
        let row = try db.row("SELECT cache, change, pruned FROM stream WHERE id = 1")
        guard let row else { throw Self.isGone }
        cache = try row[0]
        change = try row[1]
        pruned = try row[2]
    }

    /// The mark of the process that wrote a change; nil where it is older than the marks.
    func mark(of change: Int64, _ db: Database) throws -> Int64? {
        try db.row(
            "SELECT mark FROM stream_mark WHERE first_change <= ? ORDER BY first_change DESC LIMIT 1",
            [change])?.hash(0)
    }
}

extension FeedDatabase {
    /// Brings the file to the present schema where it has an older one, so that the cache's name and the numbers of its
    /// changes are kept from now on.
    ///
    /// - Throws: `ChangeStreamError.noCache` where there is no database; `StoreError`.
    package func prepareForChanges() throws {
        try verifyPlace()
        switch try state() {
        case .missing, .empty: throw ChangeStreamError.noCache(path: path)
        case .older: try upgrade()
        case .present: break
        }
    }

    /// Gives the cache another name, as a copy of a file needs it that goes its own way: readers get a snapshot under the
    /// new name.
    ///
    /// - Throws: `ChangeStreamError.noCache` where there is no database; `StoreError`.
    package func renameCache() throws -> String {
        try prepareForChanges()
        return try writeStamped { db, stamp in
            _ = try stamp.number()
            let name: String? = try db.value("UPDATE stream SET cache = lower(hex(randomblob(16))) RETURNING cache")
            return name ?? ""
        }
    }
}
