import Synchronization

@testable import FeedShell

/// A clock that stands until it is moved; each move is a tick. The lock guards the time.
final class SteppedClock: Sendable {
    private let time = Mutex(Duration.zero)
    private let ticks: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (ticks, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(100))
    }

    var clock: ScrollClock {
        ScrollClock(now: { self.time.withLock(\.self) }, ticks: { self.ticks })
    }

    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
        continuation.yield()
    }
}
