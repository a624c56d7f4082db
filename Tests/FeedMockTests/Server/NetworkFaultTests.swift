import FeedModel
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import FeedMock

@Suite("Faults of the network", .timeLimit(.minutes(10))) struct NetworkFaultTests {
    private let target = "\(MockAPI.gourmetPath)/photos"

    @Test("cut ends the answer after so many bytes, and the journal has them")
    func cut() async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("photos", .cut(bytes: 10)))
            let answer = try await RawClient(baseURL).send("GET", target)
            #expect(answer.status == 200 && answer.body.count == 10)
            #expect(server.journal.entries.map(\.bytes) == [10])
        }
    }

    @Test("bandwidth takes as long as the bytes need")
    func bandwidth() async throws {
        let waited = Mutex(Duration.zero)
        var configuration = MockConfiguration()
        configuration.pause = { duration in waited.withLock { $0 += duration } }
        configuration.faults = [FaultRule("photos", .bandwidth(bytesPerSecond: 1_000))]
        try await withMockServer(configuration) { _, baseURL in
            let answer = try await RawClient(baseURL).send("GET", target)
            #expect(try objects(answer.body).count == 1)
            let seconds = Double(answer.body.count) / 1_000
            #expect((seconds...(seconds + 0.1)).contains(waited.withLock { $0 } / .seconds(1)))
        }
    }

    @Test("down and offline break every connection until they are over")
    func down() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            server.faults.add(try FaultRule(parsing: "photos:down"))
            for _ in 0..<2 { await #expect(throws: IOError.self) { try await client.send("GET", target) } }
            server.faults.clear()
            #expect(try await client.send("GET", target).status == 200)
            #expect(try await client.send("POST", "/__mock/offline").status == 200)
            await #expect(throws: IOError.self) { try await client.send("GET", target) }
            let state = try await client.send("POST", "/__mock/offline?on=false")
            #expect(try object(state.body)["offline"] as? Bool == false)
            #expect(try await client.send("GET", target).status == 200)
        }
    }

    @Test("clock-skew is in Date only")
    func skew() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            server.faults.add(FaultRule("photos", .skew(seconds: 86_400)))
            let (wrong, right) = (try await client.send("GET", target), try await client.send("GET", target))
            func date(_ answer: RawAnswer) throws -> Instant {
                try #require(answer.headers["date"].flatMap(Instant.init(httpDate:)))
            }
            let ahead = try date(wrong).duration(since: try date(right))
            #expect(wrong.body == right.body && ahead > .seconds(86_000))
        }
    }
}
