import Synchronization
import TerminalKit

/// Measures how long something takes, by the wall clock. The lock is for the task that stops it, which may be another.
final class Stopwatch: Sendable {
    private let start = ContinuousClock.now
    private let elapsed = Mutex<Duration?>(nil)

    /// Whether it was stopped.
    var isStopped: Bool { elapsed.withLock { $0 != nil } }

    /// Later stops change nothing.
    func stop() {
        elapsed.withLock { $0 = $0 ?? start.duration(to: .now) }
    }

    /// `0.012 s`, until it was stopped or until now.
    var text: String {
        Self.text(elapsed.withLock(\.self) ?? start.duration(to: .now))
    }

    /// Seconds, to the millisecond.
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return "\(seconds).\(String(milliseconds + 1_000).dropFirst()) s"
    }
}
