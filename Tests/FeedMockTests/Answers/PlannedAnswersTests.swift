import HTTPTypes
import Testing

@testable import FeedMock

@Suite("Planned answers", .timeLimit(.minutes(10))) struct PlannedAnswersTests {
    private let base = MockAPI.gourmetPath

    @Test("come one after another, and the last one stays; the world answers the rest")
    func sequence() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            server.answer(.get("photos?page=2"), with: .status(503), .json("[1]"), .world)
            func status(_ target: String) async throws -> Int? {
                try await client.send("GET", "\(base)/\(target)").status
            }
            #expect(try await status("photos?page=1") == 200)
            #expect(try await status("photos?page=2") == 503)
            let planned = try await client.send("GET", "\(base)/photos?page=2")
            #expect(planned.body == Array("[1]".utf8))
            #expect(planned.headers["content-type"] == "application/json; charset=utf-8")
            for _ in 0..<2 {
                let answer = try await client.send("GET", "\(base)/photos?page=2")
                #expect(try objects(answer.body).count == 1 && answer.headers["etag"] != nil)
            }
        }
    }

    @Test("depend on a state that other answers set")
    func states() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            server.answer(.get("me"), with: .status(401))
            server.answer(.get("me"), in: "signed in", with: .json("{}"))
            server.answer(.post("login"), with: .status(204), then: "signed in")
            #expect(try await client.send("GET", "\(base)/me").status == 401)
            #expect(try await client.send("POST", "\(base)/login").status == 204)
            #expect(server.state == "signed in")
            #expect(try await client.send("GET", "\(base)/me").status == 200)
            server.state = ""
            #expect(try await client.send("GET", "\(base)/me").status == 401)
            #expect(server.unmatched.isEmpty)
        }
    }

    @Test("are made by code, which has the whole body")
    func code() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            server.answer(.put("photos/*")) { request in
                MockAnswer(status: 201, headers: ["X-Length": "\(request.body.count)"], body: request.body.suffix(2))
            }
            let body = String(repeating: "x", count: Journal.bodyLimit) + "yz"
            let answer = try await client.send("PUT", "\(base)/photos/7", body: body)
            #expect(answer.status == 201 && answer.body == Array("yz".utf8))
            #expect(answer.headers["x-length"] == "\(Journal.bodyLimit + 2)")
        }
    }

    @Test("the later plan goes before the earlier, a fault before both, and reset drops all")
    func precedence() async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            server.answer(.any(), with: .json("1"))
            server.answer(.get("photos"), with: .json("2"))
            server.faults.add(FaultRule("photos", .status(500)))
            #expect(try await client.send("GET", "\(base)/photos").status == 500)
            #expect(try await client.send("GET", "\(base)/photos").body == Array("2".utf8))
            #expect(try await client.send("GET", "\(base)/articles").body == Array("1".utf8))
            server.reset()
            #expect(server.journal.count == 0)
            #expect(try objects(try await client.send("GET", "\(base)/photos").body).count == 1)
        }
    }

    @Test("control endpoints are never planned, and a status is held within its range")
    func bounds() throws {
        let api = try MockAPI()
        api.answers.add(.init(.any(), in: nil, then: nil, .sequence([.status(99)])))
        #expect(api.get("photos").status.code == 200 && api.get("photos").body.isEmpty)
        #expect(try object(api.answer(MockRequest(.get, "/__mock/tick")).body)["tick"] as? Int == 0)
    }
}
