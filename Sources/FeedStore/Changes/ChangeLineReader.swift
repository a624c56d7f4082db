import FeedModel
import GRDB

/// Makes the lines of one chunk, inside one read transaction.
struct ChangeLineReader {
    let db: Database
    let limits: ChangeReader.Limits
    let token: ChangeToken
    private(set) var lines: [FeedMessage] = []
    private(set) var counts: [FeedMessage.Kind: Int] = [:]
    private var bytes = 0
    private let deadline: ContinuousClock.Instant
    let names: ChangeNames

    init(db: Database, limits: ChangeReader.Limits, token: ChangeToken) throws {
        (self.db, self.limits, self.token) = (db, limits, token)
        deadline = .now + .seconds(limits.seconds)
        names = try ChangeNames(db)
    }

    var isFull: Bool { lines.count >= limits.lines || bytes >= limits.bytes || .now >= deadline }

    /// Reads on in a plan until it is done or the chunk is full. At least one page or row is read.
    mutating func read(_ plan: inout ChangePlan) throws {
        while let part = plan.parts.first {
            let isDone =
                switch part {
                case .small: try readSmallTables(plan)
                case .pages: try readPage(&plan)
                case .tombstones: try readTombstones(&plan)
                case .runs: try readRuns(&plan)
                case .problems: try readProblems(&plan)
                }
            if isDone { plan.parts.removeFirst() }
            if isFull, !plan.isDone { return }
        }
    }

    mutating func add(_ line: FeedMessage) {
        counts[line.kind, default: 0] += 1
        bytes += line.bytes?.count ?? 0
        lines.append(line)
    }

    func line(_ kind: FeedMessage.Kind, of name: ChangeNames.Name, change: Int64) -> FeedMessage {
        var line = FeedMessage(kind, cache: token.cache, snapshot: token.snapshot, change: change)
        (line.source, line.account, line.collection) = (name.source, name.account, name.collection)
        return line
    }

    // MARK: Items

    private mutating func readPage(_ plan: inout ChangePlan) throws -> Bool {
        guard let page = plan.pages.popFirst() else { return true }
        let place = try db.row(
            "SELECT collection, CASE WHEN request IS NULL THEN walk END, number, part FROM page WHERE id = ?", [page])
        // It may have gone since the plan was made; its items have a later number then.
        guard let place else { return false }
        let name = names.collection(try place[0])
        let (walk, number, part): (Int64?, Int64, Int64) = try (place[1], place[2], place[3])
        let isOlder = walk == 0
        try db.raw(
            """
            SELECT key, change, version, updated, rank, payload FROM item WHERE page = ? AND change > ? ORDER BY rank
            """
        ).run {
            $0.add(page, token.base)
        } row: { row in
            var line = line(.item, of: name, change: row.integer(1))
            line.id = row.text(0)
            line.isLive = !isOlder
            line.removedBy = isOlder ? "older" : nil
            line.setVersion(row.text(2))
            if !isOlder {
                line.place = FeedMessage.Place(walk: walk, number: number, part: part, rank: row.integer(4))
            }
            line.milliseconds = row.integer(3)
            line.bytes = row.document(5)
            add(line)
        }
        return false
    }

    private mutating func readTombstones(_ plan: inout ChangePlan) throws -> Bool {
        let statement = db.raw(
            """
            SELECT id, change, collection, key, version, reason, removed, payload FROM tombstone
            WHERE (change, id) > (?, ?) AND change <= ? ORDER BY change, id
            """)
        defer { statement.end() }
        try statement.begin { $0.add(plan.tombstone.change, plan.tombstone.id, plan.bound) }
        while let row = try statement.next() {
            try advance(&plan.tombstone, to: (row.integer(1), row.integer(0)), by: <)
            var line = line(.item, of: names.collection(row.integer(2)), change: plan.tombstone.change)
            line.id = row.text(3)
            line.isLive = false
            line.setVersion(row.text(4))
            line.removedBy = row.text(5)
            line.milliseconds = row.integer(6)
            if !row.isNull(7) { line.bytes = row.document(7) }
            add(line)
            if isFull { return false }
        }
        return true
    }

    // MARK: Events

    /// Reads events after one, and moves `last` to the last that was read. Those that came after something was forgotten are
    /// sent after that.
    ///
    /// - Parameter bound: up to which change all else is sent.
    /// - Returns: whether there are no more to send now.
    mutating func readEvents(_ last: inout Int64, through bound: Int64) throws -> Bool {
        let limit = max(1, limits.lines - lines.count)
        let rows = try db.cursor(
            """
            SELECT id, source, key, kind, section, item, ad, serial, run, row, at,
                (SELECT key FROM event AS seen WHERE seen.id = event.look),
                EXISTS (SELECT 1 FROM event AS tap WHERE tap.look = event.id)
            FROM event WHERE id > ? AND id <= (
                SELECT ifnull(min(event), \(Int64.max)) FROM forgotten WHERE change > ?)
            ORDER BY id LIMIT ?
            """, [last, bound, limit])
        let before = lines.count
        while let row = try rows.next() {
            try advance(&last, to: row[0], by: <)
            var line = line(.event, of: names.source(try row[1]), change: 0)
            line.id = try row[2]
            line.milliseconds = try row[10]
            try line.setBody([
                ("type", .text(row[3])), ("section", .text(row[4])), ("item", .text(row[5])), ("ad", .text(row[6])),
                ("serial", .number(row[7] as Int64?)), ("run", .number(row[8] as Int64?)),
                ("row", .number(row[9] as Int64?)), ("look", .text(row[11])), ("tapped", .bool(row[12])),
            ])
            add(line)
        }
        return lines.count - before < limit
    }
}

extension RawStatement.Row {
    /// A JSON text in one line. Where a damaged file has no UTF-8, characters are replaced, as `text` does.
    fileprivate func document(_ column: Int32) -> [UInt8] {
        let bytes = withBytes(column, JSONPretty.singleLine)
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        return Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
}

extension FeedMessage {
    mutating func setBody(_ members: [(String, JSONValue)]) { bytes = JSONValue.object(members).bytes }

    fileprivate mutating func setVersion(_ text: String?) {
        (version, versionOrder) = (text, text.map { ItemVersion(text: $0).sortedText } ?? "")
    }
}

/// What lines call the sources and collections of a file.
struct ChangeNames {
    struct Name {
        let source: String
        let account: String?
        var collection: String?
    }

    private var sources: [Int64: Name] = [:]
    private var collections: [Int64: Name] = [:]

    init(_ db: Database) throws {
        for row in try db.rows("SELECT id, name, account_name FROM source") {
            sources[try row[0]] = Self.name(try row[1], account: try row[2])
        }
        for row in try db.rows("SELECT id, source, name FROM collection") {
            var name = source(try row[1])
            name.collection = try row[2]
            collections[try row[0]] = name
        }
    }

    func source(_ id: Int64) -> Name { sources[id] ?? Name(source: "", account: nil) }

    func collection(_ id: Int64?) -> Name { id.flatMap { collections[$0] } ?? Name(source: "", account: nil) }

    /// - Parameter account: what the stream calls the account; nil: by the digest in the source's name.
    static func name(_ name: String, account: String?) -> Name {
        let digested = split(name)
        return Name(source: digested.source, account: account ?? digested.account)
    }

    /// A source with an account is called by its name, `@` and 32 hexadecimal digits of the account; see
    /// `StoreSnapshot.sourceName`.
    static func split(_ name: String) -> Name {
        guard let at = name.lastIndex(of: "@") else { return Name(source: name, account: nil) }
        let digits = name[name.index(after: at)...]
        guard digits.utf8.count == 32, digits.allSatisfy({ $0.isHexDigit }) else {
            return Name(source: name, account: nil)
        }
        return Name(source: String(name[..<at]), account: String(digits))
    }
}
