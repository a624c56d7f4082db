import NIOCore
import Synchronization
import Testing

@testable import FeedMock

@Suite(.timeLimit(.minutes(10))) struct FaultDeliveryTests {
    private let target = "\(MockAPI.gourmetPath)/photos"

    @Test("a status comes with its Retry-After, then all is well")
    func status() async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("photos", .status(429, retryAfter: 30)))
            let client = try RawClient(baseURL)
            let refused = try await client.send("GET", target)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "30")
            #expect(try await client.send("GET", target).status == 200)
            #expect(server.journal.entries.map(\.fault) == ["429,retry-after=30", nil])
        }
    }

    @Test("reset ends the connection with an error before a byte")
    func reset() async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("photos", .reset))
            let error = try await #require(throws: IOError.self) {
                _ = try await RawClient(baseURL).send("GET", target)
            }
            #expect(error.errnoCode != 0)
            #expect(server.journal.entries.first?.status == nil)
        }
    }

    @Test("empty closes in order before a byte")
    func empty() async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("photos", .empty))
            let answer = try await RawClient(baseURL).send("GET", target)
            #expect(answer.status == nil && answer.body.isEmpty)
        }
    }

    @Test("truncate promises the whole and sends half, also to a client that has the page")
    func truncate() async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("photos", .truncate))
            let answer = try await RawClient(baseURL).send("GET", target, headers: ["If-None-Match: *"])
            let promised = try #require(answer.headers["content-length"].flatMap { Int($0) })
            #expect(answer.status == 200 && answer.body.count == promised / 2)
        }
    }

    @Test("blank, garbage and HTML are 200 and no JSON", arguments: [Fault.blank, .garbage, .html])
    func nonsense(fault: Fault) async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("photos", fault))
            let answer = try await RawClient(baseURL).send("GET", target)
            #expect(answer.status == 200)
            #expect(throws: (any Error).self) { try objects(answer.body) }
        }
    }

    @Test(
        "stall and drip wait in all as long as they say, and the answer is right",
        arguments: [
            Fault.stall(seconds: 5), .drip(seconds: 5),
        ])
    func slowness(fault: Fault) async throws {
        let waited = Mutex(Duration.zero)
        var configuration = MockConfiguration()
        configuration.pause = { duration in waited.withLock { $0 += duration } }
        configuration.faults = [FaultRule("photos", fault)]
        try await withMockServer(configuration) { _, baseURL in
            let answer = try await RawClient(baseURL).send("GET", target)
            #expect(try objects(answer.body).count == 1)
        }
        #expect(waited.withLock { $0 } == .seconds(5))
    }

    @Test("a server that stalls can be stopped")
    func stopping() async throws {
        let (stalled, continuation) = AsyncStream.makeStream(of: Void.self)
        var configuration = MockConfiguration()
        configuration.faults = [FaultRule("photos", .stall(seconds: 3_600))]
        configuration.grace = .milliseconds(1)
        configuration.pause = { duration in
            continuation.yield()
            try await Task.sleep(for: duration)
        }
        let server = try MockServer(configuration)
        let client = try RawClient(try await server.start())
        async let answer = client.send("GET", target)
        for await _ in stalled { break }
        await server.stop()
        let status = try? await answer.status
        #expect(status != 200)
    }

    @Test("a request under way is answered before the server has stopped")
    func finishing() async throws {
        let (asked, askedContinuation) = AsyncStream.makeStream(of: Void.self)
        let (gate, gateContinuation) = AsyncStream.makeStream(of: Void.self)
        var configuration = MockConfiguration()
        configuration.latency = Latency(milliseconds: 1)
        configuration.grace = .seconds(30)
        configuration.pause = { _ in
            askedContinuation.yield()
            for await _ in gate { break }
        }
        let server = try MockServer(configuration)
        let client = try RawClient(try await server.start())
        async let answer = client.send("GET", target)
        for await _ in asked { break }
        async let stopped: Void = server.stop()
        gateContinuation.yield()
        let status = try await answer.status
        await stopped
        #expect(status == 200)
    }
}
