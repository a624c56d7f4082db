import Synchronization

/// Lets calls in until it is shut, and is shut once those that are in have ended. The lock guards which ones these are.
package final class CallGate: Sendable {
    private struct State {
        var isShut = false
        var shuts = 0
        var calls: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Waiters(State())
    private let lastNumber = Atomic(0)
    /// It is shut and opened by one at a time.
    private let turns = TaskLimit(1)

    package init() {}

    package var shuts: Int { state.read(\.shuts) }

    // MARK: Calls

    /// Runs a call in a task of its own, which is cancelled when the gate is shut or the caller's task is cancelled.
    ///
    /// - Parameter waits: whether a call waits until the gate is open.
    /// - Throws: `SuspendedError` where the gate is shut, or was shut before the call did anything; what `body` throws.
    package func run<Value: Sendable>(
        waits: Bool = false, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let number = try await waits ? enterWhenOpen() : enterNow()
        defer { leave(number) }
        let task = Task { try await body() }
        let isShut = state.change { state in
            state.calls[number] = { task.cancel() }
            return state.isShut
        }
        if isShut { task.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where !Task.isCancelled && state.read(\.isShut) {
            throw SuspendedError()
        }
    }

    /// Runs a short call; throws `SuspendedError` where the gate is shut.
    package func runNow<Value>(_ body: () throws -> Value) throws -> Value {
        let number = try enterNow()
        defer { leave(number) }
        return try body()
    }

    /// Runs a short call as soon as the gate is open.
    package func runWhenOpen<Value>(_ body: () throws -> Value) async throws -> Value {
        let number = try await enterWhenOpen()
        defer { leave(number) }
        return try body()
    }

    package func waitUntilOpen() async throws { try await runWhenOpen {} }

    private func enterNow() throws -> Int {
        let number = nextNumber()
        guard state.change({ Self.letIn(number, &$0) }) else { throw SuspendedError() }
        return number
    }

    private func enterWhenOpen() async throws -> Int {
        let number = nextNumber()
        guard await state.wait(until: { Self.letIn(number, &$0) }) else { throw CancellationError() }
        return number
    }

    private func nextNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

    private static func letIn(_ number: Int, _ state: inout State) -> Bool {
        guard !state.isShut else { return false }
        state.calls[number] = {}
        return true
    }

    private func leave(_ number: Int) { state.change { $0.calls[number] = nil } }

    // MARK: Shutting

    /// Lets no call in any more, cancels those that are in, and waits until they have ended. Then it runs `last`. A caller
    /// that is cancelled waits for that, too.
    package func shut(_ last: @escaping @Sendable () -> Void) async {
        await taking {
            let cancels = $0.change { state in
                state.isShut = true
                state.shuts += 1
                return Array(state.calls.values)
            }
            for cancel in cancels { cancel() }
            _ = await $0.wait { $0.calls.isEmpty }
            last()
        }
    }

    /// Lets calls in again, after a `shut` that is under way.
    package func open() async { await taking { $0.change { $0.isShut = false } } }

    private func taking(_ body: @escaping @Sendable (Waiters<State>) async -> Void) async {
        // A task of its own is not cancelled, so that its turn comes.
        await Task { [turns, state] in try? await turns.run { await body(state) } }.value
    }
}

/// The cache was suspended, and not resumed. Nothing was requested or written.
package struct SuspendedError: ReportableError, Equatable, Sendable {
    package init() {}

    package var report: ErrorReport {
        ErrorReport(.comeBackLater, "suspended", "the cache is suspended", advice: "resume it, and try again")
    }
}
