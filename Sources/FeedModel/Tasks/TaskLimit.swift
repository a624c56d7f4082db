/// Bounds how many tasks are at work at the same time. The others wait, and go on in the order they came.
package final class TaskLimit: Sendable {
    private let places: Waiters<(free: Int, holds: Int)>

    /// - Parameter limit: the most tasks at the same time, 1 or more.
    package init(_ limit: Int) { places = Waiters((max(1, limit), 0)) }

    /// Runs `body` as soon as it is its turn.
    ///
    /// - Throws: `CancellationError` where the task is cancelled while it waits; what `body` throws.
    package func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        let isIn = await places.wait { places in
            guard places.holds == 0, places.free > 0 else { return false }
            places.free -= 1
            return true
        }
        guard isIn else { throw CancellationError() }
        defer { places.change { $0.free += 1 } }
        return try await body()
    }

    /// Runs `body` at once, and lets no other task begin meanwhile.
    package func hold(_ body: () async throws -> Void) async rethrows {
        places.change { $0.holds += 1 }
        defer { places.change { $0.holds -= 1 } }
        try await body()
    }
}
