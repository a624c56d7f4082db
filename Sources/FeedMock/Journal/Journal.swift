import FeedModel

/// What the server was asked, oldest first: a request is in it as soon as it was received.
///
/// Bounded: it keeps the last 20,000 entries.
public final class Journal: Sendable {
    /// How many entries are kept at least.
    package static let capacity = 20_000
    /// How many bytes of a request's body an entry has at most.
    package static let bodyLimit = 65_536

    /// Names an entry, also after the journal was cleared.
    struct Ticket: Sendable {
        let number: Int
        fileprivate let generation: Int
    }

    private struct State {
        var entries: [JournalEntry] = []
        var count = 0
        var generation = 0
        /// Counts every change.
        var revision = 0
    }

    private let waiters = Waiters(State())

    init() {}

    /// All entries that are kept.
    public var entries: [JournalEntry] { waiters.read(\.entries) }

    /// How many requests there were since the start or the last ``clear()``, forgotten ones included.
    public var count: Int { waiters.read(\.count) }

    /// The entries for a path: whole (`/api/mock/v1/gourmet/photos`), or its last part (`photos`).
    public func entries(for path: String) -> [JournalEntry] {
        entries.filter { $0.path == path || $0.path.hasSuffix("/" + path) }
    }

    /// Forgets everything.
    public func clear() {
        waiters.change { state in
            (state.entries, state.count) = ([], 0)
            state.generation += 1
            state.revision += 1
        }
    }

    /// Adds the entry that `make` gives for its number.
    func append(_ make: (Int) -> JournalEntry) -> Ticket {
        waiters.change { state in
            state.count += 1
            state.revision += 1
            let entry = make(state.count)
            if state.entries.count == 2 * Self.capacity { state.entries.removeFirst(Self.capacity) }
            state.entries.append(entry)
            return Ticket(number: state.count, generation: state.generation)
        }
    }

    /// Changes an entry, where it is still kept.
    ///
    /// - Returns: the entry as it is then.
    @discardableResult
    func update(_ ticket: Ticket, _ change: (inout JournalEntry) -> Void) -> JournalEntry? {
        waiters.change { state in
            guard ticket.generation == state.generation, let first = state.entries.first?.number,
                state.entries.indices.contains(ticket.number - first)
            else { return nil }
            change(&state.entries[ticket.number - first])
            state.revision += 1
            return state.entries[ticket.number - first]
        }
    }
}

// MARK: - Waiting

extension Journal {
    /// Waits until `isDone` holds for the entries, without polling.
    ///
    /// - Parameters:
    ///   - limit: how long at most; zero: not at all.
    ///   - pause: how that time passes.
    /// - Returns: the entries for which it holds; those there are when the time is over or the task is cancelled.
    func wait(
        atMost limit: Duration, pause: @escaping MockConfiguration.Pause,
        until isDone: @escaping @Sendable ([JournalEntry]) -> Bool
    ) async -> [JournalEntry] {
        let present = entries
        guard limit > .zero, !isDone(present) else { return present }
        let found = await withTaskGroup(of: [JournalEntry]?.self) { group in
            group.addTask { await self.entries(when: isDone) }
            group.addTask {
                try? await pause(limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        return found ?? entries
    }

    /// - Returns: nil when the task was cancelled before.
    private func entries(when isDone: @Sendable ([JournalEntry]) -> Bool) async -> [JournalEntry]? {
        while true {
            let (entries, revision) = waiters.read { ($0.entries, $0.revision) }
            if isDone(entries) { return entries }
            guard await waiters.wait(until: { $0.revision != revision }) else { return nil }
        }
    }
}
