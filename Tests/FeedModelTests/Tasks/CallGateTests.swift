import FeedModel
import Testing

@Suite("A gate for calls", .timeLimit(.minutes(10)))
struct CallGateTests {
    private struct Failure: Error {}

    /// Waits until the task is cancelled.
    private static func sleep() async throws { try await Task.sleep(for: .seconds(3_600)) }

    @Test("lets calls in until it is shut, and again when it is opened")
    func opening() async throws {
        let gate = CallGate()
        #expect(try await gate.run { 1 } == 1)
        #expect(try gate.runNow { 2 } == 2)
        await gate.shut {}
        await gate.shut {}
        #expect(gate.shuts == 2)
        await #expect(throws: SuspendedError.self) { try await gate.run { 1 } }
        #expect(throws: SuspendedError.self) { try gate.runNow { 2 } }
        await gate.open()
        #expect(try await gate.run { 1 } == 1)
        #expect(try gate.runNow { 2 } == 2)
        await #expect(throws: Failure.self) { try await gate.run { throw Failure() } }
    }

    @Test(
        "cancels the calls that are in and runs its last step once they have ended, also where its own caller is cancelled"
    )
    func shutting() async throws {
        let gate = CallGate()
        let (inside, isIn) = AsyncStream<Void>.makeStream()
        let (order, note) = AsyncStream<Int>.makeStream()
        let nothing = Task {
            try await gate.run {
                isIn.yield()
                try await Self.sleep()
            }
        }
        let something = Task {
            try await gate.run {
                isIn.yield()
                try? await Self.sleep()
                for _ in 0..<100 { await Task.yield() }
                note.yield(1)
                return 7
            }
        }
        var calls = 0
        for await _ in inside {
            calls += 1
            if calls == 2 { break }
        }
        let shutting = Task { await gate.shut { note.yield(2) } }
        shutting.cancel()
        await shutting.value
        note.finish()
        #expect(await order.reduce(into: []) { $0.append($1) } == [1, 2])
        await #expect(throws: SuspendedError.self) { try await nothing.value }
        #expect(try await something.value == 7)
    }

    @Test("keeps those that wait until it is opened, but for those that are cancelled")
    func waiting() async throws {
        let gate = CallGate()
        await gate.shut {}
        let (waiting, short) = (
            Task { try await gate.run(waits: true) { 1 } }, Task { try await gate.runWhenOpen { 2 } }
        )
        let gone = Task { try await gate.waitUntilOpen() }
        gone.cancel()
        await #expect(throws: CancellationError.self) { try await gone.value }
        await gate.open()
        #expect(try await waiting.value == 1)
        #expect(try await short.value == 2)
        try await gate.waitUntilOpen()
    }

    @Test("cancels a call with its caller, which is no suspension")
    func cancelling() async {
        let gate = CallGate()
        let call = Task { try await gate.run { try await Self.sleep() } }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }
}
