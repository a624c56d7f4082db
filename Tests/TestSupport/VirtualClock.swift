package import FeedModel
import FeedSource
import Synchronization

/// A clock that stops until it is moved; waiting on it takes no time but moves it.
package final class VirtualClock: RequestClock {
    private let state = Mutex((now: Instant(seconds: 1_700_000_000), waits: [Duration]()))

    package init() {}

    package var now: Instant { state.withLock(\.now) }

    /// How long was waited between tries, wait by wait.
    package var waits: [Duration] { state.withLock(\.waits) }

    /// Moves the time of day, also back.
    package func step(by seconds: Int64) {
        state.withLock { $0.now = $0.now.advanced(bySeconds: seconds) }
    }

    package func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.waits.append(duration)
            let (seconds, attoseconds) = duration.components
            state.now = Instant(
                seconds: state.now.seconds + seconds, attoseconds: state.now.attoseconds + attoseconds)
        }
    }
}
