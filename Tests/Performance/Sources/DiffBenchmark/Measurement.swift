import AllocationCounter
import Foundation

/// What one way of comparing two lists costs.
struct Measurement {
    /// What it found.
    struct Operations {
        let deletes: Int
        let inserts: Int
        let moves: Int
    }

    let operations: Operations
    /// The fastest round and the median one, in milliseconds. On a machine that does other work too, the first says
    /// more about the code.
    let fastest: Double
    let median: Double
    /// Blocks of memory asked for in one round, nil where they cannot be counted.
    let allocations: Int?

    /// Runs `compare` until the time is spent.
    ///
    /// - Parameter budget: how long to go on. What takes longer than that is run once; else the first round, which
    ///   warms up, does not count.
    init(budget: Duration, _ compare: () -> Operations) {
        let clock = ContinuousClock()
        func round() -> (operations: Operations, allocations: Int?, time: Duration) {
            var operations = Operations(deletes: 0, inserts: 0, moves: 0)
            let before = allocation_count()
            let time = clock.measure { operations = compare() }
            return (operations, before < 0 ? nil : allocation_count() - before, time)
        }

        var last = round()
        var times = [last.time]
        if last.time < budget {
            times.removeAll()
            let start = clock.now
            repeat {
                last = round()
                times.append(last.time)
            } while start.duration(to: clock.now) < budget
        }
        times.sort()
        operations = last.operations
        allocations = last.allocations
        fastest = times[0] / .milliseconds(1)
        median = times[times.count / 2] / .milliseconds(1)
    }

    /// One line of the table.
    func line(case name: String, way: String) -> String {
        let counts = [operations.deletes, operations.inserts, operations.moves].map { String(format: "%8d", $0) }
        let cells = [
            name.padding(toLength: 30, withPad: " ", startingAt: 0),
            way.padding(toLength: 22, withPad: " ", startingAt: 0), String(format: "%10.3f", fastest),
            String(format: "%10.3f", median),
        ]
        let last = allocations.map { String(format: "%12d", $0) } ?? "           –"
        return (cells + counts + [last]).joined(separator: " ")
    }
}
