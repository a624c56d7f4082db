import FeedMock
import FeedSource
import Synchronization

/// A mock that takes its time, and counts how many requests wait for it at once.
final class SlowServer: Transport {
    private let mock: MockServer
    private let waiting = Mutex((now: 0, most: 0))

    /// - Parameter answer: gets each request.
    init(answer: @escaping @Sendable (JournalEntry) -> MockAnswer) throws {
        mock = try MockServer()
        mock.answer(.any(), with: answer)
    }

    /// How many requests waited at once at most.
    var most: Int { waiting.withLock(\.most) }
    /// The requests since the last call of `forget`.
    var asked: [JournalEntry] { mock.journal.entries }

    func forget() { mock.journal.clear() }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        waiting.withLock { waiting in
            waiting.now += 1
            waiting.most = max(waiting.most, waiting.now)
        }
        for _ in 0..<200 { await Task.yield() }
        waiting.withLock { $0.now -= 1 }
        return try await MockTransport(mock: mock).send(request)
    }
}
