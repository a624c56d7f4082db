import TestSupport
import Testing

@testable import FeedMock

@Suite("Verifying", .timeLimit(.minutes(10))) struct VerifyTests {
    private let base = MockAPI.gourmetPath

    @Test("waits for requests that have not come yet")
    func waits() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            async let received = server.received(.get("photos"), times: 2, within: .seconds(3_600))
            _ = try await client.send("GET", "\(base)/photos")
            _ = try await client.send("GET", "\(base)/articles")
            _ = try await client.send("GET", "\(base)/photos?page=2")
            #expect(try await received.map(\.number) == [1, 3])
        }
    }

    @Test("gives up when the time is over, and says what came instead, the nearest first")
    func givesUp() async throws {
        var configuration = MockConfiguration()
        configuration.pause = { _ in }
        try await withMockServer(configuration) { server, baseURL in
            let client = try RawClient(baseURL)
            for target in ["articles", "photos?page=1", "photos"] {
                _ = try await client.send("GET", "\(base)/\(target)")
            }
            let failure = try await #require(throws: VerificationFailure.self) {
                try await server.received(.get("photos?page=2"), within: .seconds(60))
            }
            #expect(
                failure.description == """
                    expected at least 1 request GET photos?page=2, but none came
                    the nearest others:
                      #2 GET photos?page=1 (200): page=1 instead of 2
                      #3 GET photos (200): no page
                      #1 GET articles (200): path articles instead of photos, no page
                    """)
            #expect(failure.line.hasSuffix("; nearest is #2 GET photos?page=1 (200): page=1 instead of 2"))
        }
    }

    @Test("one too many fails at once, and none waits for the whole time")
    func counts() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            for _ in 0..<3 { _ = try await client.send("GET", "\(base)/photos") }
            await #expect(throws: VerificationFailure.self) {
                try await server.received(.get("photos"), times: 2, within: .seconds(3_600))
            }
            await #expect(throws: VerificationFailure.self) {
                try await server.received(.get("photos"), times: .none, within: .seconds(3_600))
            }
            try await server.received(.get("photos"), times: .atLeast(3), within: .seconds(3_600))
            try await server.received(.get("photos"), times: .atMost(3))
            try await server.received(.post("events"), times: .none)
        }
    }

    @Test(
        "a number means what it says",
        arguments: [
            (.exactly(2), [2], [2, 3]), (.atLeast(1), [1, 2, 3], [1, 2, 3]),
            (.atLeast(0), [0, 1, 2, 3], [0, 1, 2, 3]), (.atMost(1), [0, 1], [2, 3]), (.none, [0], [1, 2, 3]),
        ] as [(RequestCount, [Int], [Int])])
    func numbers(count: RequestCount, met: [Int], settled: [Int]) {
        #expect((0...3).filter(count.isMet) == met)
        #expect((0...3).filter(count.isSettled) == settled)
    }

    @Test("an order is found among others, and the first that is missing is named")
    func order() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            for target in ["photos?page=1", "articles", "photos?page=2", "photos?page=1"] {
                _ = try await client.send("GET", "\(base)/\(target)")
            }
            let found = try await server.received(inOrder: [.get("photos?page=1"), .get("photos?page=2")])
            #expect(found.map(\.number) == [1, 3])
            let failure = try await #require(throws: VerificationFailure.self) {
                try await server.received(inOrder: [.get("photos?page=2"), .get("articles")])
            }
            #expect(failure.summary.contains("after #3 no GET articles came (number 2 of 2); #2 came too early"))
        }
    }

    @Test("headers and bodies count, and the value of a header is not in the failure")
    func headersAndBodies() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            let body = #"{"events": [{"key": "k", "type": "tap", "section": "s"}]}"#
            _ = try await client.send("POST", "\(base)/events", headers: ["Authorization: Bearer s3cret"], body: body)
            try await server.received(.post("events").header("authorization").body(containing: "tap"), times: 1)
            try await server.received(.any("/events/"), times: 1)
            try await server.received(.any("\(base)/*"), times: 1)
            let failure = try await #require(throws: VerificationFailure.self) {
                try await server.received(.post("events").header("Authorization", "x").body(containing: "impression"))
            }
            let text = failure.description
            #expect(text.contains("another value of header authorization, no “impression” in the body"))
            #expect(!text.contains("s3cret"))
        }
    }

    @Test("where nothing came at all, the failure says so")
    func nothing() async throws {
        try await withMockServer { server, _ in
            let failure = try await #require(throws: VerificationFailure.self) {
                try await server.received(.any())
            }
            #expect(failure.description.contains("no request came at all"))
        }
    }

    @Test("a request that nothing is planned for can fail a test")
    func unmatched() async throws {
        var configuration = MockConfiguration()
        configuration.onUnhandled = .fail
        let failure = try await #require(throws: VerificationFailure.self) {
            try await withMockServer(configuration) { server, baseURL in
                let client = try RawClient(baseURL)
                server.faults.add(FaultRule("photos", .status(404)))
                for target in ["photos", "fotos", "keywords"] {
                    _ = try await client.send("GET", "\(base)/\(target)")
                }
                #expect(server.unmatched.map(\.name) == ["fotos"])
                #expect(throws: VerificationFailure.self) { try server.checkUnmatched() }
            }
        }
        #expect(failure.description.contains("GET fotos (404)"))
    }

    @Test("over HTTP the verdict is 200 or 409, and nonsense is 400")
    func overHTTP() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            _ = try await client.send("GET", "\(base)/photos")
            func verify(_ body: String) async throws -> RawAnswer {
                try await client.send("POST", "/__mock/verify", body: body)
            }
            #expect(try await verify(#"{"request": "GET photos", "times": 1}"#).status == 200)
            #expect(try await verify(#"{"in_order": ["photos"]}"#).status == 200)
            let failed = try await verify(#"{"request": "GET photos", "times": 2}"#)
            #expect(failed.status == 409)
            #expect((try object(failed.body)["message"] as? String)?.contains("but 1 came") == true)
            let nonsense = [
                "", "[]", "{}", #"{"request": ""}"#, #"{"request": "a b c"}"#, #"{"in_order": []}"#,
                #"{"request": "photos", "times": 1, "at_least": 1}"#, #"{"request": "photos", "times": -1}"#,
                #"{"request": "photos", "within_ms": 60001}"#, #"{"request": "photos", "in_order": ["photos"]}"#,
            ]
            for body in nonsense { #expect(try await verify(body).status == 400, "\(body)") }
            #expect(try await client.send("GET", "/__mock/verify").status == 405)
            #expect(try await client.send("GET", "/__mock/journal?wait=61").status == 400)
            let foreign = try await client.send(
                "POST", "/__mock/verify", headers: ["Origin: http://evil.example"], body: #"{"request": "photos"}"#)
            #expect(foreign.status == 403)
        }
    }
}
