import Synchronization
import Testing

@testable import FeedCache

@Suite("Calls that ask the same")
struct JoinedCallsTests {
    private final class Desk: Sendable {
        let calls = JoinedCalls<String, Int, Int>()
        let begun = Mutex(0)
        let heard = Mutex<Set<Int>>([])
        let isOpen = Mutex(false)

        /// Asks; the work goes on until it may end, or is cancelled.
        func ask(_ question: String, as caller: Int) async throws -> Int {
            try await calls.answer(question) { _ in
                self.heard.withLock { _ = $0.insert(caller) }
            } work: { tell in
                let number = self.begun.withLock { begun in
                    begun += 1
                    return begun
                }
                while !self.isOpen.withLock(\.self), !Task.isCancelled {
                    tell(number)
                    await Task.yield()
                }
                return Task.isCancelled ? -number : number
            }
        }

        func wait(for callers: Set<Int>) async {
            while !heard.withLock({ callers.isSubset(of: $0) }) { await Task.yield() }
        }
    }

    @Test("are one while it is being answered, and hear of its steps", .timeLimit(.minutes(10)))
    func joined() async throws {
        let desk = Desk()
        async let first = desk.ask("a", as: 1)
        async let second = desk.ask("a", as: 2)
        async let other = desk.ask("b", as: 3)
        await desk.wait(for: [1, 2, 3])
        desk.isOpen.withLock { $0 = true }
        let (one, two, three) = try await (first, second, other)
        #expect(one == two && one != three && desk.begun.withLock(\.self) == 2)
        #expect(try await desk.ask("a", as: 4) == 3)
    }

    @Test(
        "one that is cancelled ends at once; the last one ends the work, and the next begins anew",
        .timeLimit(.minutes(10)))
    func cancelled() async throws {
        let desk = Desk()
        let tasks = (1...2).map { caller in Task { try await desk.ask("a", as: caller) } }
        await desk.wait(for: [1, 2])
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(desk.begun.withLock(\.self) == 1)
        tasks[1].cancel()
        #expect(try await tasks[1].value == -1)
        desk.isOpen.withLock { $0 = true }
        #expect(try await desk.ask("a", as: 3) == 2)
    }

    @Test("one that is cancelled before it asks begins nothing")
    func cancelledBefore() async throws {
        let desk = Desk()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await desk.ask("a", as: 1)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(desk.begun.withLock(\.self) == 0)
    }
}
