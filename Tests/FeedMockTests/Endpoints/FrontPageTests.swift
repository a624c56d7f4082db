import HTTPTypes
import Testing

@testable import FeedMock

@Suite("The page at /") struct FrontPageTests {
    @Test("says what is served and how to drive it, without scripts, and escapes what it was asked")
    func page() throws {
        let api = try MockAPI { $0.faults = [FaultRule("a<script>", .reset)] }
        _ = api.journal.append { JournalEntry($0, MockRequest(.get, "/<b>&\"'"), named: "<b>") }
        let answer = api.answer(MockRequest(.get, "/"))
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == .ok && answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(text.contains("href=\"\(MockAPI.gourmetPath)/photos\"") && text.contains("feedcache mock fault"))
        #expect(text.contains("a&lt;script&gt;:reset") && text.contains("/&lt;b&gt;&amp;&quot;&#39;"))
        #expect(!text.contains("<script") && !text.contains("<b>"))
    }

    @Test("is for this machine only")
    func foreign() throws {
        let request = MockRequest(.get, "/", authority: "evil.example")
        #expect(try MockAPI().answer(request).status == .forbidden)
    }
}
