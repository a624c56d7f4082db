import Synchronization
import Testing

@testable import FeedSource

@Suite("The gate of requests")
struct RequestGateTests {
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
    func limit(_ limit: Int) async throws {
        let (gate, room) = (RequestGate(limit: limit), Room())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await gate.pass {
                        room.enter(number)
                        for _ in 0..<20 { await Task.yield() }
                        room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.order.sorted() == Array(0..<20))
        #expect(room.most == limit)
    }

    @Test("lets the next one in after one that failed")
    func failure() async throws {
        struct Failure: Error {}
        let gate = RequestGate(limit: 1)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await gate.pass { throw Failure() } }
        }
        #expect(try await gate.pass { 7 } == 7)
    }

    @Test("forgets one that is cancelled while it waits")
    func cancelled() async throws {
        let (gate, room) = (RequestGate(limit: 1), Room())
        let (opened, open) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await gate.pass {
                room.enter(1)
                for await _ in opened { break }
            }
        }
        await wait { room.inside == 1 }
        let second = Task { try await gate.pass { room.enter(2) } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let third = Task { try await gate.pass { room.enter(3) } }
        open.finish()
        try await first.value
        try await third.value
        #expect(room.order == [1, 3])
    }

    @Test("lets none in that was cancelled before it came")
    func cancelledBefore() async throws {
        let gate = RequestGate(limit: 1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await gate.pass { _ = Issue.record("it began") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("lets none in while one waits for its next try")
    func hold() async throws {
        let (gate, room) = (RequestGate(limit: 4), Room())
        let (opened, open) = AsyncStream<Void>.makeStream()
        let (held, hold) = AsyncStream<Void>.makeStream()
        let holder = Task {
            try await gate.hold {
                hold.finish()
                for await _ in opened { break }
                room.enter(1)
            }
        }
        for await _ in held { break }
        let other = Task { try await gate.pass { room.enter(2) } }
        for _ in 0..<1000 { await Task.yield() }
        #expect(room.order.isEmpty)
        open.finish()
        try await holder.value
        try await other.value
        #expect(room.order == [1, 2])
    }
}
