import FeedModel
import FeedStore
public import Foundation

/// What has changed in the database, for a reader that keeps a mirror of it: the same messages as `feedcache changes`.
///
/// ```swift
/// for try await message in repository.messages(after: mirror.token) {
///     mirror.add(message)
///     if let token = message.token { try mirror.commit(token) }
/// }
/// ```
///
/// - Each thing comes in its newest state, at least once; what it was in between is not told. For one thing
///   `change` only rises.
/// - What was read up to a message with a token misses nothing when the reader goes on after that token. Keep both in
///   one transaction.
/// - At a message that is complete the mirror holds what the database held at one commit, once things of an older
///   `snapshot` are dropped.
///
/// It ends when the reader has everything, or when the task is cancelled where it follows.
public struct FeedMessages: AsyncSequence, Sendable {
    let chunks: ChangeChunks

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: chunks.makeAsyncIterator()) }

    /// Gives one message after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var base: ChangeChunks.AsyncIterator
        private var chunk: [FeedMessage] = []
        private var next = 0

        fileprivate init(base: ChangeChunks.AsyncIterator) {
            self.base = base
        }

        /// The next message; nil at the end, and once the task is cancelled.
        ///
        /// - Throws: `FeedError` with the code `token` where the token is not one of this database.
        public mutating func next() async throws -> FeedMessage? {
            while next == chunk.count {
                guard let more = try await read() else { return nil }
                chunk = more.lines.map { FeedMessage($0, token: nil, isComplete: false) }
                if let token = more.token, let last = more.lines.last {
                    chunk[chunk.count - 1] = FeedMessage(last, token: token.text, isComplete: more.isComplete)
                }
                next = 0
            }
            next += 1
            return chunk[next - 1]
        }

        private mutating func read() async throws -> ChangeReader.Chunk? {
            do {
                return try await base.next()
            } catch is CancellationError {
                return nil
            } catch {
                throw FeedError.wrapped(error)
            }
        }
    }
}

/// The present state of one thing in the database.
public struct FeedMessage: Hashable, Sendable {
    /// What a message is about.
    public enum Kind: String, CaseIterable, Sendable {
        /// The first message: who speaks, and whether a snapshot follows and why.
        case hello
        /// An item, live or removed.
        case item
        /// How many pages a walk has read; with it and the places of the items the order of a list is known.
        case reach
        /// How the last attempt at a collection ended.
        case collection
        /// The server's arrangement of the screen.
        case sections
        /// A sync, when it begins and when it ends.
        case run
        /// Something that was set aside or refused.
        case problem
        /// An impression or a tap.
        case event
        /// What came so far belongs together.
        case state
    }

    /// Where an item is in its list. The order is that of walks, the latest first, then of `number`, `part` and `rank`.
    public struct Place: Hashable, Sendable {
        /// The walk; nil on a page of the server, which belongs to the latest walk that has read as many pages as `number`.
        public let walk: Int64?
        /// The page's number.
        public let number: Int64
        /// The part of the page.
        public let part: Int64
        /// The rank in the part.
        public let rank: Int64
    }

    /// What it is about.
    public let kind: Kind
    /// The name of the database's content; copies of the file have the same.
    public let cache: String
    /// Counts the snapshots.
    public let snapshot: Int64
    /// The number of the transaction that brought this state.
    public let change: Int64
    /// The source's name in the manifest; nil where the message is about the stream.
    public let source: String?
    /// A digest of the account that the manifest names; nil where it names none.
    public let account: String?
    /// The collection's name in the manifest.
    public let collection: String?
    /// What the thing is called among those of its kind, source and collection; nil where there is only one.
    public let id: String?
    /// Of an item: whether it is in the list.
    public let isLive: Bool?
    /// Of an item: the server's version in its own words. Of an arrangement: its number.
    public let version: String?
    /// Of an item: a text that sorts by its bytes as versions do.
    public let versionOrder: String?
    /// Of an item that is not in the list: `tombstone` or `absent` where it was removed; `older` where it has fallen over the
    /// edge of a window, and may be on the server all the same.
    public let removedBy: String?
    /// Of a live item: where it is.
    public let place: Place?
    /// When it happened.
    public let time: Date?
    /// JSON on one line: the item as the server sent it, or what is known of another thing.
    public let body: Data?
    /// What to go on after; nil but at the end of what belongs together.
    public let token: String?
    /// Whether the reader now holds what the database holds.
    public let isComplete: Bool

    init(_ line: ChangeLine, token: String?, isComplete: Bool) {
        kind = Kind(line.kind)
        cache = line.cache
        snapshot = line.snapshot
        change = line.change
        source = line.source
        account = line.account
        collection = line.collection
        id = line.id
        isLive = line.isLive
        version = line.version
        versionOrder = line.versionOrder
        removedBy = line.removedBy
        place = line.place.map { Place(walk: $0.walk, number: $0.number, part: $0.part, rank: $0.rank) }
        time = line.milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        body = line.body.map { Data($0) }
        self.token = token
        self.isComplete = isComplete
    }
}

extension FeedMessage.Kind {
    init(_ kind: ChangeLine.Kind) {
        self =
            switch kind {
            case .hello: .hello
            case .item: .item
            case .reach: .reach
            case .collection: .collection
            case .sections: .sections
            case .run: .run
            case .problem: .problem
            case .event: .event
            case .state: .state
            }
    }
}
