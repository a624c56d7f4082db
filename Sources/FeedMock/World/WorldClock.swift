import Synchronization

/// Says which tick the world is at: by the time that has passed, by hand, or both.
///
/// The lock guards what was added by hand; the time that passes needs none.
public final class WorldClock: Sendable {
    /// The world does not get older than this: its history is kept in memory.
    package static let lastTick = 1_000_000

    private let elapsedTicks: @Sendable () -> Int
    /// What was added by hand, less what had passed at the last reset.
    private let added = Mutex(0)

    /// A clock that does not move until it is moved with ``advance(by:)``.
    public static func manual() -> WorldClock {
        WorldClock { 0 }
    }

    /// A clock that ticks once in `period` from now on; one that is not positive never ticks.
    public static func every(_ period: Duration) -> WorldClock {
        guard period > .zero else { return manual() }
        let start = ContinuousClock.now
        return WorldClock { Int(min((ContinuousClock.now - start) / period, Double(lastTick))) }
    }

    private init(elapsedTicks: @escaping @Sendable () -> Int) {
        self.elapsedTicks = elapsedTicks
    }

    /// The tick the world is at: 0 to 1,000,000. It goes back to 0 with ``MockServer/reset()`` alone.
    public var tick: Int {
        min(elapsedTicks() + added.withLock { $0 }, Self.lastTick)
    }

    /// Goes back to the first tick.
    func reset() {
        added.withLock { $0 = -elapsedTicks() }
    }

    /// Lets the world move on by `ticks`; negative numbers count as 0. Gives the tick it is at now.
    @discardableResult
    public func advance(by ticks: Int = 1) -> Int {
        added.withLock { $0 = min($0 + min(max(ticks, 0), Self.lastTick), Self.lastTick) }
        return tick
    }
}
