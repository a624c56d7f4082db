import Dispatch
import FeedModel
import FeedSource
import FeedStore
import Logging
import Synchronization

struct RunContext: Sendable {
    let engine: FeedEngine
    let kind: RunKind
    let delivers: Bool
    /// The source with all filled in that requests need.
    let resolved: ResolvedSource
    let run: RunStore
    let source: SourceStore
    let client: SourceClient
    let numbers: RequestNumbers
    let guesses: GuessBudget
    /// Where pages are written: their transactions come one after the other anyway, and block no thread that tasks share.
    let writing = DispatchQueue(label: "feedcache.writing")
    let options: SyncOptions
    let digests: HeaderDigests
    /// Where the server's word is taken over greater versions, the first number of the run.
    let acceptsOlderSince: WriteSequence?
    let logger: Logger
    let progress: @Sendable (SyncProgress) -> Void

    var manifest: Manifest { engine.manifest }
    var mostPages: Int { engine.dependencies.mostPages }
    var now: @Sendable () -> Instant { engine.dependencies.now }

    /// Whether everything is asked for: no validators, no delta, no going on where a walk stopped.
    var asksForAll: Bool { options.isFull || options.acceptsOlder }

    /// Why nothing is requested now; nil where it may be.
    func waiting(_ wait: CollectionWait?) -> SyncFailure? {
        options.ignoresWaits ? nil : wait?.failure(at: now())
    }

    func fetcher(of spec: CollectionSpec, passesCaches: Bool = false) -> PageFetcher {
        PageFetcher(spec: spec, source: resolved, client: client, passesCaches: passesCaches, number: numbers.next)
    }
}

/// Salted digests of the header values that are sent: answers under others are another list's.
struct HeaderDigests: Sendable {
    private let source: ResolvedSource
    /// Of the values that go with every request.
    let common: String
    /// Of collections with headers of their own, by their names.
    private let own: [String: String]

    init(_ source: ResolvedSource, in database: FeedDatabase) throws {
        self.source = source
        (common, own) = try database.read { snapshot in
            var own: [String: String] = [:]
            for spec in source.collections {
                own[spec.name] = try source.identifyingValues(of: spec).map(snapshot.saltedDigest)
            }
            return (try snapshot.saltedDigest(of: source.identifyingValues), own)
        }
    }

    /// The manifest and the header values that a collection is walked under: the part before the dot is the manifest's alone.
    func fingerprint(of spec: CollectionSpec) -> String {
        "\(spec.fingerprint(source: source)).\(own[spec.name] ?? common)"
    }
}

/// Hands out the numbers of requests, from blocks that the database has reserved.
///
/// The lock guards the block in use: collections are walked side by side.
final class RequestNumbers: Sendable {
    private static let blockSize: Int64 = 64

    private let source: SourceStore
    private let block = Mutex<Range<Int64>>(0..<0)

    init(source: SourceStore) {
        self.source = source
    }

    func next() throws -> Int64 {
        try block.withLock { block in
            if block.isEmpty { block = try source.reserveRequests(Self.blockSize) }
            return block.removeFirst()
        }
    }
}

/// Bounds how many pages are asked for before it is known that they are needed, over all lists of a run.
///
/// There are as many as requests may be under way beside the one for the page that comes next. While a single list is
/// read and guesses come true, there are up to twice as many, so that there is a next request while pages are decoded and
/// wait for their turn. Beside other lists there are not: a page that one of them needs would wait for guesses.
///
/// The lock guards what is taken and how many more there may be.
final class GuessBudget: Sendable {
    private struct State {
        var taken = 0
        var confirmed = 0
        var lists = 0
    }

    private let concurrency: Int
    private let state = Mutex(State())

    /// - Parameter concurrency: the most requests at the same time: one page a time leaves nothing to guess.
    init(concurrency: Int) {
        self.concurrency = concurrency
    }

    func beginList() {
        state.withLock { $0.lists += 1 }
    }

    func endList() {
        state.withLock { $0.lists -= 1 }
    }

    /// Whether one more page may be asked for ahead; `giveBack` or `confirm` returns it.
    func take() -> Bool {
        state.withLock { state in
            let base = concurrency - 1
            // One in `concurrency` guesses that came true makes room for another one.
            let extra = state.lists > 1 ? 0 : min(base, state.confirmed / concurrency)
            guard state.taken < base + extra else { return false }
            state.taken += 1
            return true
        }
    }

    func giveBack(_ count: Int) {
        state.withLock { $0.taken -= count }
    }

    func confirm() {
        state.withLock { state in
            state.taken -= 1
            state.confirmed += 1
        }
    }
}
