import Synchronization

/// What the server was asked, oldest first.
///
/// Bounded: it keeps the last ``capacity`` entries. The lock guards entries and count.
public final class Journal: Sendable {
    /// How many entries are kept at least.
    package static let capacity = 20_000

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

/// One request and how it was answered.
public struct JournalEntry: Equatable, Sendable {
    /// Counted from 1 since the start.
    package let number: Int
    /// `GET`, `HEAD`, `POST`.
    public let method: String
    /// As it was sent, without the query.
    public let path: String
    /// As it was sent; empty when there was none.
    public let query: String
    /// The request's headers, names in lower case; of several with one name all, joined by commas.
    public let headers: [String: String]
    /// What it was answered with; nil when the connection was broken instead.
    public let status: Int?
    /// How many bytes the answer's body has on the wire.
    public let bytes: Int
    /// The fault that was committed, as ``Fault`` writes itself.
    public let fault: String?
    /// From the request read whole to the answer made, waiting included.
    package let elapsed: Duration
    /// What of the request and its answer is not as ``MockConfiguration/documentPath`` says; empty without one, and for
    /// an answer that a fault changed only of the request.
    public var violations: [String] = []

    /// The value of one query parameter, percent-decoded.
    public func parameter(_ name: String) -> String? {
        Query(query[...])[name]
    }

    /// Path and query.
    package var target: String {
        query.isEmpty ? path : "\(path)?\(query)"
    }
}

extension JournalEntry: CustomStringConvertible {
    /// A line for a log: `GET /api/photos?page=2 200 12034 B 3 ms`.
    public var description: String {
        let milliseconds = Int((elapsed / .milliseconds(1)).rounded())
        let outcome = status.map { "\($0) \(bytes) B" } ?? "no answer"
        return "\(method) \(target) \(outcome) \(milliseconds) ms" + (fault.map { " (fault: \($0))" } ?? "")
    }
}
