import AllocationCounter
import Foundation

/// What doing something costs.
///
/// Time is that of the processor, spent by this process: what other programs do meanwhile counts only as far as they take
/// turns with the caches.
struct Measurement {
    /// The fastest round and the median one. On a machine that does other work too, the first says more about the code.
    let fastest: Duration
    let median: Duration
    /// Blocks of memory asked for in the last round, nil where they cannot be counted.
    let allocations: Int?

    /// Does something until the time is spent.
    ///
    /// - Parameter budget: how long to go on. What takes longer than that is done once; else the first round, which
    ///   warms up, does not count.
    /// - Returns: what the last round gave, and what it cost.
    static func of<Value>(
        budget: Duration = .milliseconds(300), _ body: () throws -> Value
    ) rethrows
        -> (value: Value, cost: Measurement)
    {
        let clock = ContinuousClock()
        func round() throws -> (value: Value, allocations: Int?, time: Duration) {
            let before = allocation_count()
            let start = processorTime()
            let value = try body()
            let time = processorTime() - start
            return (value, before < 0 ? nil : allocation_count() - before, time)
        }

        var last = try round()
        var times = [last.time]
        if last.time < budget {
            times.removeAll()
            let start = clock.now
            repeat {
                last = try round()
                times.append(last.time)
            } while start.duration(to: clock.now) < budget
        }
        times.sort()
        let cost = Measurement(fastest: times[0], median: times[times.count / 2], allocations: last.allocations)
        return (last.value, cost)
    }

    /// Of all threads of this process, since it started.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
