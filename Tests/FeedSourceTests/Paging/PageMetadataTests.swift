import FeedModel
import Testing

@testable import FeedSource

@Suite("What an answer says of its list")
struct PageMetadataTests {
    private func metadata(
        _ paging: String, items: String = "", body: String, headers: HeaderFields = HeaderFields()
    ) throws -> PageMetadata {
        let manifest = ManifestText.collection(paging: paging).replacing("items = \"\"", with: "items = \"\(items)\"")
        let spec = try #require(try Manifest(toml: manifest, file: "feed.toml").collections.first)
        return spec.paging.metadata(of: try spec.decoder.decode(Array(body.utf8)), headers: headers)
    }

    @Test("come from the body")
    func body() throws {
        let found = try metadata(
            "{ style = \"page\", has_next = \"0.more\", total_pages = \"0.pages\", total = \"0.total\" }",
            items: "0.list", body: #"[{"total": 25, "list": [{"id": 1}, 7], "more": true, "pages": 3}]"#)
        #expect(found.itemCount == 2, "what is rejected was received too")
        #expect(found.saysMore == true)
        #expect(found.pageCount == 3)
        #expect(found.reportedTotal == 25)
    }

    @Test("come from headers")
    func headers() throws {
        let headers: HeaderFields = ["X-Total-Count": "25", "x-pages": "3", "X-Next": "/p2"]
        let pages = try metadata(
            "{ style = \"page\", total_pages_header = \"X-Pages\", total_header = \"x-total-count\" }", body: "[]",
            headers: headers)
        #expect(pages.pageCount == 3)
        #expect(pages.reportedTotal == 25)
        let urls = try metadata("{ style = \"next_url\", next_header = \"x-next\" }", body: "[]", headers: headers)
        #expect(urls.next == .string("/p2"))
    }

    @Test("come from Link headers, but only where the style says so")
    func links() throws {
        let headers: HeaderFields = ["Link": "</a>; rel=\"prev\"", "link": "</b>; rel=\"next\""]
        #expect(try metadata("{ style = \"link\" }", body: "[]", headers: headers).next == .string("/b"))
        #expect(
            try metadata("{ style = \"next_url\", next = \"n\" }", items: "l", body: #"{"l":[]}"#, headers: headers)
                .next
                == nil)
    }

    @Test("name the last item that has an ID")
    func lastID() throws {
        let style = "{ style = \"after_id\" }"
        #expect(try metadata(style, body: #"[{"id": 1}, {"id": "x"}, {"id": null}]"#).lastID == "x")
        #expect(try metadata(style, body: "[]").lastID == nil)
    }

    @Test("say whether what should lead on is there at all")
    func nextPathMissing() throws {
        func isMissing(_ paging: String, _ body: String, _ headers: HeaderFields = [:]) throws -> Bool {
            try metadata("{ \(paging) }", items: "l", body: body, headers: headers).isNextPathMissing
        }
        for paging in [
            "style = \"cursor\", next = \"m.n\"", "style = \"next_url\", next = \"m.n\"",
            "style = \"page\", has_next = \"m.n\"",
        ] {
            #expect(try isMissing(paging, #"{"l":[]}"#))
            #expect(try isMissing(paging, #"{"l":[],"m":{"N":1}}"#))
            #expect(try !isMissing(paging, #"{"l":[],"m":{"n":null}}"#))
            #expect(try !isMissing(paging, #"{"l":[],"m":{"n":false}}"#))
        }
        #expect(try !isMissing("style = \"link\"", #"{"l":[]}"#))
        #expect(try !isMissing("style = \"next_url\", next_header = \"N\"", #"{"l":[]}"#))
        #expect(try !isMissing("style = \"page\", total = \"t\"", #"{"l":[]}"#))
    }

    @Test("say no where has_next is in the manifest and not in the body")
    func missingHasNext() throws {
        #expect(
            try metadata("{ style = \"page\", has_next = \"m\" }", items: "l", body: #"{"l":[]}"#).saysMore == false)
        #expect(try metadata("{ style = \"page\" }", items: "l", body: #"{"l":[]}"#).saysMore == nil)
    }

    @Test("are distinguished when a cursor and a total are in the body")
    func severalPaths() throws {
        let found = try metadata(
            "{ style = \"cursor\", next = \"meta.next\", total = \"meta.total\" }", items: "data",
            body: #"{"meta": {"total": "7", "next": 12}, "data": []}"#)
        #expect(found.next == .number(text: "12"))
        #expect(found.reportedTotal == 7)
        #expect(found.saysMore == nil)
    }
}
