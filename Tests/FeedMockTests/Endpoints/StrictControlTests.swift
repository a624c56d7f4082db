import HTTPTypes
import Testing

@testable import FeedMock

@Suite("Control endpoints take nothing in silence") struct StrictControlTests {
    @Test(
        "what is not known is 400, with what may have been meant",
        arguments: [
            ("POST", "verify", #"{"request": "GET photos", "header": {"a": "b"}}"#, "did you mean “headers”?"),
            ("POST", "verify", #"{"request": "GET photos", "time": 2}"#, "did you mean “times”?"),
            ("POST", "verify", #"{"in_order": ["a"], "body": "x"}"#, "in_order goes without"),
            ("POST", "verify", #"{"faults": true, "request": "a"}"#, "faults goes alone"),
            ("POST", "verify", #"{"request": "a", "times": "2"}"#, "times is not a whole number"),
            ("POST", "tick?bye=2", "", "did you mean “by”?"),
            ("POST", "tick", #"{"by": 2}"#, "parameters are in the URL"),
            ("GET", "journal?pathh=photos", "", "did you mean “path”?"),
            ("GET", "unmatched?limit=1", "", "there is none"),
            ("POST", "offline?off=true", "", "there are on"),
            ("DELETE", "faults?all=1", "", "no parameter “all”"),
            ("POST", "faults", "fotos:503", "did you mean “photos”?"), ("POST", "faults", "xyz/1:503", "write *"),
            ("POST", "answers", #"{"request": "a"}"#, "no answers"),
            ("POST", "answers", #"{"request": "a", "answers": [{"stat": 1}]}"#, "answers[0].stat"),
            ("POST", "answers", #"{"request": "a", "answers": [{"status": 99}]}"#, "answers[0].status is not"),
            ("POST", "answers", #"{"request": "a", "answers": [{"delay": "soon"}]}"#, "delay is not a time"),
            ("POST", "answers", #"{"request": "a", "answers": [{"file": "x"}]}"#, "send the body itself"),
            ("POST", "answers", #"{"request": "a", "answers": [{"body": "", "json": 1}]}"#, "exclude each other"),
            ("POST", "answers", #"{"request": "a", "answers": [{"world": true, "status": 200}]}"#, "world and lost"),
            ("POST", "answers", #"{"request": "a b c", "answers": [{}]}"#, "is no request"),
        ])
    func refusals(method: String, path: String, body: String, said: String) throws {
        let api = try MockAPI()
        let request = MockRequest(
            try #require(HTTPRequest.Method(method)), "/__mock/\(path)", body: Array(body.utf8))
        let answer = api.answer(request)
        #expect(answer.status == .badRequest)
        let text = try object(answer.body)["error"] as? Fields
        #expect((text?["message"] as? String)?.contains(said) == true, "\(text ?? [:])")
        #expect(api.faults.rules.isEmpty && api.answers.descriptions.isEmpty && api.clock.tick == 0)
    }

    @Test(
        "a fault may be for anything that is served or planned",
        arguments: ["photos", "/api/mock/v1/gourmet/photos", "*", "sections", "ads", "events", "me", "photos/*"])
    func knownPaths(path: String) throws {
        let api = try MockAPI()
        api.answers.add(.init(.get("me"), in: nil, then: nil, .sequence([.status(200)])))
        let answer = api.answer(MockRequest(.post, "/__mock/faults", body: Array("\(path):503".utf8)))
        #expect(answer.status == .ok)
    }

    @Test("a parameter that changed nothing puts the request among the unmatched")
    func ignored() throws {
        let api = try MockAPI()
        #expect(api.get("photos?page=1&kind=a").ignored == ["kind"] && api.get("photos?page=1").ignored.isEmpty)
        #expect(api.get("sections?x=").ignored == ["x"] && api.get("articles?since=1&limit=2").ignored.isEmpty)
        var entry = JournalEntry(1, MockRequest(.get, "/x?kind=a"), named: "x")
        entry.noteAnswer(api.get("photos?kind=a"), after: .zero)
        #expect(entry.isUnmatched && entry.ignoredParameters == ["kind"] && entry.description.contains("ignored: kind"))
    }

    @Test("a fault that changed nothing is in the journal as such, and is not verified", arguments: FeedFault.allCases)
    func idleFaults(fault: FeedFault) async throws {
        try await withMockServer { server, baseURL in
            let client = try RawClient(baseURL)
            server.faults.add(FaultRule("events", .feed(fault)))
            let missed = try await client.send("POST", "/__mock/verify", body: #"{"faults": true}"#)
            #expect(
                missed.status == 409 && String(decoding: missed.body, as: UTF8.self).contains("no request met events"))
            _ = try await client.send("POST", "\(MockAPI.gourmetPath)/events", body: #"{"events": []}"#)
            #expect(server.journal.entries.map(\.faultChangedNothing) == [true])
            let idle = try await client.send("POST", "/__mock/verify", body: #"{"faults": true}"#)
            #expect(String(decoding: idle.body, as: UTF8.self).contains("1 of 1 faults changed nothing"))
            server.reset()
            server.faults.add(FaultRule("photos", .status(503)))
            _ = try await client.send("GET", "\(MockAPI.gourmetPath)/photos")
            #expect(try await client.send("POST", "/__mock/verify", body: #"{"faults": true}"#).status == 200)
        }
    }

    @Test(
        "a list is found where it is: bare, in an envelope, or deeper",
        arguments: [
            #"[{"id": 1}]"#, #"{"data": [{"id": 1}]}"#, #"{"payload": [[{"id": 1}]]}"#,
            #"[{"page": 1, "photos": [{"id": 1}]}]"#,
            #"{"a": {"b": {"children": [{"id": 1}]}}}"#,
        ])
    func lists(text: String) throws {
        var list = try #require(ListBody(Array(text.utf8)))
        #expect(list.items == [Array(#"{"id": 1}"#.utf8)])
        list.items.append(list.items[0])
        #expect(String(decoding: list.bytes, as: UTF8.self).contains(#"[{"id": 1},{"id": 1}]"#))
    }
}
