import FeedCache
import Foundation
import Synchronization

/// A clock that moves only when it is stepped. Waiting takes no time, or as long as it is stepped by.
final class StoppedClock: FeedClock {
    private struct State {
        var time = Date(timeIntervalSince1970: 1_700_000_000)
        var holdsWaits = false
        var waits: [UUID: (end: Date, go: AsyncStream<Void>.Continuation)] = [:]
    }

    private let state = Mutex(State())

    var now: Date { state.withLock(\.time) }

    /// How many wait.
    var waits: Int { state.withLock(\.waits.count) }

    /// From now on waiting takes its time.
    func holdWaits() { state.withLock { $0.holdsWaits = true } }

    func step(by seconds: Double) {
        let due = state.withLock { state in
            state.time += seconds
            return state.waits.values.filter { $0.end <= state.time }
        }
        for wait in due { wait.go.finish() }
    }

    func sleep(for duration: Duration) async throws {
        let (stream, go) = AsyncStream<Void>.makeStream()
        let id = UUID()
        let holds = state.withLock { state in
            if state.holdsWaits { state.waits[id] = (state.time + duration / .seconds(1), go) }
            return state.holdsWaits
        }
        guard holds else { return }
        for await _ in stream {}
        state.withLock { $0.waits[id] = nil }
        try Task.checkCancellation()
    }
}
