import Synchronization

/// What the server was asked, oldest first.
///
/// Bounded: the oldest entries are forgotten behind ``capacity``. The lock guards entries and count.
public final class Journal: Sendable {
    /// How many entries are kept at least.
    public static let capacity = 20_000

    private struct State {
        var entries: [JournalEntry] = []
        var count = 0
    }

    private let state = Mutex(State())

    init() {}

    /// All entries that are kept.
    public var entries: [JournalEntry] { state.withLock { $0.entries } }

    /// How many requests there were since the start or the last ``clear()``, forgotten ones included.
    public var count: Int { state.withLock { $0.count } }

    /// The entries for a path: whole (`/api/mock/v1/gourmet/photos`), or its last part (`photos`).
    public func entries(for path: String) -> [JournalEntry] {
        entries.filter { $0.path == path || $0.path.hasSuffix("/" + path) }
    }

    /// Forgets everything.
    public func clear() {
        state.withLock { $0 = State() }
    }

    /// Adds the entry that `make` gives for its number.
    @discardableResult
    func append(_ make: (Int) -> JournalEntry) -> JournalEntry {
        state.withLock { state in
            state.count += 1
            let entry = make(state.count)
            if state.entries.count == 2 * Self.capacity {
                state.entries.removeFirst(Self.capacity)
            }
            state.entries.append(entry)
            return entry
        }
    }
}
