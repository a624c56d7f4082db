package import FeedModel
import Foundation

/// The time of requests: when they are made and how long they wait. Tests bring a clock that does not wait.
package protocol RequestClock: Sendable {
    /// The time of day, as `Retry-After` dates need it.
    var now: Instant { get }

    func sleep(for duration: Duration) async throws
}

package struct SystemRequestClock: RequestClock {
    package init() {}

    package var now: Instant {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Waits on the clock that goes on while the machine sleeps.
    package func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}
