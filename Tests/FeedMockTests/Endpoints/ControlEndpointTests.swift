import HTTPTypes
import Testing

@testable import FeedMock

@Suite struct ControlEndpointTests {
    @Test("the clock can be read and moved")
    func tick() throws {
        let api = try MockAPI()
        #expect(try object(api.answer(MockRequest(.post, "/__mock/tick?by=3")).body)["tick"] as? Int == 3)
        #expect(try object(api.answer(MockRequest(.get, "/__mock/tick")).body)["tick"] as? Int == 3)
        #expect(api.answer(MockRequest(.post, "/__mock/tick?by=-1")).status == .badRequest)
    }

    @Test("a foreign web page is refused, whatever it asks for")
    func foreignPages() throws {
        let api = try MockAPI()
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        let foreign: [(HTTPFields, String?)] = [
            ([:], "evil.example"), ([:], "evil.example:3000"), ([:], "127.0.0.1.evil.example"), ([:], "[::2]:3000"),
            ([:], "0.0.0.0:3000"), ([.origin: "http://evil.example"], "127.0.0.1:3000"),
            ([.origin: "http://127.0.0.1:4000"], "127.0.0.1:3000"), ([.origin: "null"], "127.0.0.1:3000"),
            ([.origin: "https://127.0.0.1:3000"], "127.0.0.1:3000"), ([site: "cross-site"], "127.0.0.1:3000"),
            ([.origin: "http://evil.example"], nil),
        ]
        for (headers, authority) in foreign {
            for (method, path) in [(HTTPRequest.Method.get, "journal"), (.post, "tick"), (.delete, "faults")] {
                let request = MockRequest(method, "/__mock/\(path)", headers: headers, authority: authority)
                #expect(api.answer(request).status == .forbidden, "\(headers) \(authority ?? "")")
            }
        }
        #expect(api.clock.tick == 0)
        let own: [(HTTPFields, String?)] = [
            ([:], nil), ([:], "127.0.0.1:3000"), ([:], "localhost"), ([:], "LOCALHOST:8080"), ([:], "[::1]:3000"),
            ([:], "api.localhost:3000"), ([.origin: "http://localhost:3000"], "localhost:3000"),
            ([site: "same-origin"], "127.0.0.1:3000"), ([site: "none"], "127.0.0.1:3000"),
        ]
        for (headers, authority) in own {
            let request = MockRequest(.get, "/__mock/tick", headers: headers, authority: authority)
            #expect(api.answer(request).status == .ok, "\(headers) \(authority ?? "")")
        }
        // Only the back door is closed.
        #expect(api.answer(MockRequest(.get, "/api/mock/v1/gourmet/photos", authority: "evil.example")).status == .ok)
    }

    @Test("faults can be added, listed and dropped")
    func faults() throws {
        let api = try MockAPI()
        let lines = "photos:503*2\n*:reset%10\n"
        #expect(api.answer(MockRequest(.post, "/__mock/faults", body: Array(lines.utf8))).status == .ok)
        #expect(api.faults.rules.map(\.description) == ["photos:503*2", "*:reset%10"])
        #expect(api.answer(MockRequest(.delete, "/__mock/faults")).status == .noContent)
        #expect(api.faults.rules.isEmpty)
    }

    @Test("of several faults none is added when one cannot be read")
    func badFaults() throws {
        let api = try MockAPI()
        let answer = api.answer(MockRequest(.post, "/__mock/faults", body: Array("photos:503\nphotos:nonsense".utf8)))
        #expect(answer.status == .badRequest)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("nonsense"))
        #expect(api.faults.rules.isEmpty)
    }

    @Test("events can be looked at and forgotten")
    func events() throws {
        let api = try MockAPI()
        _ = api.post("events", #"{"events": [{"key": "k", "type": "tap", "section": "s", "item": "1"}]}"#)
        let shown = try object(api.answer(MockRequest(.get, "/__mock/events")).body)
        #expect(shown["taps"] as? Int == 1)
        #expect((shown["events"] as? [Fields])?.first?["key"] as? String == "k")
        #expect(api.answer(MockRequest(.delete, "/__mock/events")).status == .noContent)
        #expect(api.events.counts.received == 0)
    }
}
