import Dispatch
import FeedStore
import Synchronization

/// The room that files of one source may take: what is stored and what is on its way, together never more than the limit.
/// The lock guards both counts.
final class AssetBudget: Sendable {
    private struct Counts {
        var stored: Int64
        var reserved: Int64 = 0
    }

    private let store: AssetStore
    private let limit: Int64
    /// URLs whose files stay.
    private let spared: Set<String>
    /// URLs whose files go last; asked for once, where room is needed.
    private let named: @Sendable () throws -> Set<String>
    private let counts: Mutex<Counts>
    private let knownNames = Mutex<Set<String>?>(nil)
    /// Where files are given up: a transaction blocks no thread that tasks share.
    private let queue = DispatchQueue(label: "feedcache.assets")

    init(
        _ store: AssetStore, limit: Int64, sparing spared: Set<String> = [],
        named: @escaping @Sendable () throws -> Set<String>
    ) throws {
        (self.store, self.limit, self.spared, self.named) = (store, limit, spared, named)
        counts = Mutex(Counts(stored: try store.space().bytes))
    }

    /// Reserves room, for which files are given up where that is needed.
    ///
    /// - Returns: false where there is none.
    func reserve(_ bytes: Int64) async throws -> Bool {
        if take(bytes) { return true }
        guard bytes <= limit else { return false }
        return try await onQueue { [self] in
            // Another one may have made room meanwhile.
            if take(bytes) { return true }
            let names = try knownNames.withLock { known in
                if known == nil { known = try named() }
                return known ?? []
            }
            let reserved = counts.withLock(\.reserved)
            let stored = try store.makeRoom(for: bytes + reserved, within: limit, sparing: spared, named: names)
            counts.withLock { $0.stored = stored }
            return take(bytes)
        }
    }

    /// Reserves room where there is some.
    func take(_ bytes: Int64) -> Bool {
        counts.withLock { counts in
            guard counts.stored + counts.reserved <= limit - bytes else { return false }
            counts.reserved += bytes
            return true
        }
    }

    /// Gives back what was reserved; what was stored of it takes room from now on.
    func give(_ reserved: Int64, stored: Int64 = 0) {
        counts.withLock { counts in
            counts.reserved -= reserved
            counts.stored += stored
        }
    }

    /// Writes to the database on a thread of its own.
    func onQueue<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
