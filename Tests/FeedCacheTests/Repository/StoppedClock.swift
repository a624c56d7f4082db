import FeedCache
import Foundation
import Synchronization

/// A clock that moves only when it is stepped.
final class StoppedClock: FeedClock {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock(\.self) }

    func step(by seconds: Double) { time.withLock { $0 += seconds } }

    func sleep(for duration: Duration) async throws {}
}
