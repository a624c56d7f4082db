import HTTPTypes
import Testing

@testable import FeedMock

@Suite struct EventsTests {
    private static let batch = """
        {"events": [
            {"key": "a", "type": "impression", "section": "photos", "ad": "ad-1", "row": 3, "at": "2026-04-01T00:00:00Z"},
            {"key": "b", "type": "tap", "section": "photos", "item": "12", "row": 4, "extra": {"kept": false}},
            {"key": "a", "type": "impression", "section": "photos", "ad": "ad-1", "row": 3}
        ]}
        """

    @Test("a key counts once, however often it comes")
    func deduplication() throws {
        let api = try MockAPI()
        for _ in 0..<3 {
            #expect((200..<300).contains(api.post("events", Self.batch).status.code))
        }
        let counts = api.events.counts
        #expect((counts.received, counts.counted, counts.duplicates) == (9, 2, 7))
        #expect((counts.impressions, counts.taps) == (1, 1))
        #expect(counts.sections["photos"] == EventCounts.Section(impressions: 1, taps: 1))
        #expect(api.events.events.map(\.key) == ["a", "b"])
        #expect(api.events.deliveries(of: "a") == 6 && api.events.deliveries(of: "c") == 0)
    }

    @Test("the answer says how many were new")
    func answer() throws {
        let api = try MockAPI()
        #expect(try object(api.post("events", Self.batch).body)["counted"] as? Int == 2)
        #expect(try object(api.post("events", Self.batch).body)["counted"] as? Int == 0)
    }

    @Test("a packed body is unpacked")
    func gzip() throws {
        let api = try MockAPI()
        let body = try #require(Gzip.pack(Array(Self.batch.utf8)))
        let request = MockRequest(
            .post, "\(MockAPI.gourmetPath)/events", headers: [.contentEncoding: "gzip"], body: body)
        #expect(api.answer(request).status == .accepted)
        #expect(api.events.counts.counted == 2)
    }

    @Test(
        "a batch that cannot be read is refused whole, by place",
        arguments: [
            ("", "not JSON"), ("[]", "not of type"), ("{}", "events is missing"),
            (#"{"events": [{"key": "a", "type": "tap"}, {"type": "tap"}]}"#, "events[1].key"),
            (#"{"events": [{"key": "a", "type": "look"}]}"#, "events[0].type"),
            (#"{"events": [{"key": "", "type": "tap"}]}"#, "events[0]"),
            (#"{"events": [{"key": "a", "type": "tap", "row": 1e99}]}"#, "number"),
        ])
    func refusals(body: String, place: String) throws {
        let api = try MockAPI()
        let answer = api.post("events", body)
        #expect(answer.status == .badRequest)
        #expect(String(decoding: answer.body, as: UTF8.self).contains(place))
        #expect(api.events.counts.received == 0)
    }
}
