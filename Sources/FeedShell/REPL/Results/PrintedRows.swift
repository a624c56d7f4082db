import FeedCache
import FeedModel
import Synchronization

/// The rows that the last `feed` or `scroll` of a session has printed: a tap on one of them is on what was printed. The
/// lock guards them.
final class PrintedRows: Sendable {
    /// How many are remembered, the first of a longer screen.
    private static let most = 10_000

    private struct Place: Hashable {
        let section: ExactText
        let row: Int
    }

    private struct State {
        weak var cache: FeedEngine?
        var targets: [Place: FeedEvent.Target] = [:]
    }

    private let state = Mutex(State())

    /// A command begins to print rows; those of the one before are forgotten.
    func begin(of cache: FeedEngine) { state.withLock { $0 = State(cache: cache) } }

    func add(_ shown: FeedRow, at row: Int, of section: String) {
        state.withLock { state in
            guard state.targets.count < Self.most else { return }
            state.targets[Place(section: ExactText(section), row: row)] = FeedEvent.Target(shown)
        }
    }

    /// What was printed there; nil where nothing was.
    func target(at row: Int, of section: String, in cache: FeedEngine) -> FeedEvent.Target? {
        state.withLock { $0.cache === cache ? $0.targets[Place(section: ExactText(section), row: row)] : nil }
    }
}
