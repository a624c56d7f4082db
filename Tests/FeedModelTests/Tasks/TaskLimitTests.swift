import Synchronization
import Testing

@testable import FeedModel

@Suite("A limit of tasks")
struct TaskLimitTests {
    /// Who is inside, who was, and when each may leave.
    private final class Room: Sendable {
        private let state = Mutex((inside: 0, most: 0, order: [Int]()))

        var most: Int { state.withLock(\.most) }
        var order: [Int] { state.withLock(\.order) }
        var inside: Int { state.withLock(\.inside) }

        func enter(_ number: Int) {
            state.withLock { state in
                state.inside += 1
                state.most = max(state.most, state.inside)
                state.order.append(number)
            }
        }

        func leave() { state.withLock { $0.inside -= 1 } }
    }

    /// Lets other tasks go on until something is so.
    private func wait(until isSo: () -> Bool) async {
        while !isSo() { await Task.yield() }
    }

    @Test("lets as many in as its limit, and the others after them in the order they came", arguments: [1, 3])
    func limit(_ most: Int) async throws {
        let (limit, room) = (TaskLimit(most), Room())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await limit.run {
                        room.enter(number)
                        for _ in 0..<20 { await Task.yield() }
                        room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.order.sorted() == Array(0..<20))
        #expect(room.most == most)
    }

    @Test("lets the next one in after one that failed")
    func failure() async throws {
        struct Failure: Error {}
        let limit = TaskLimit(1)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await limit.run { throw Failure() } }
        }
        #expect(try await limit.run { 7 } == 7)
    }

    @Test("forgets one that is cancelled while it waits")
    func cancelled() async throws {
        let (limit, room) = (TaskLimit(1), Room())
        let (opened, open) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await limit.run {
                room.enter(1)
                for await _ in opened { break }
            }
        }
        await wait { room.inside == 1 }
        let second = Task { try await limit.run { room.enter(2) } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let third = Task { try await limit.run { room.enter(3) } }
        open.finish()
        try await first.value
        try await third.value
        #expect(room.order == [1, 3])
    }

    @Test("lets none in that was cancelled before it came")
    func cancelledBefore() async throws {
        let limit = TaskLimit(1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await limit.run { _ = Issue.record("it began") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("lets none in while one waits for its next try")
    func hold() async throws {
        let (limit, room) = (TaskLimit(4), Room())
        let (opened, open) = AsyncStream<Void>.makeStream()
        let (held, hold) = AsyncStream<Void>.makeStream()
        let holder = Task {
            await limit.hold {
                hold.finish()
                for await _ in opened { break }
                room.enter(1)
            }
        }
        for await _ in held { break }
        let other = Task { try await limit.run { room.enter(2) } }
        for _ in 0..<1000 { await Task.yield() }
        #expect(room.order.isEmpty)
        open.finish()
        await holder.value
        try await other.value
        #expect(room.order == [1, 2])
    }
}
