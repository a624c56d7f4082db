import FeedModel
import FeedSource
import TestSupport
import Testing

@testable import FeedInit

@Suite("The address in a proposed manifest")
struct ProposedSourceTests {
    private func manifest(_ url: String, _ headers: [String] = []) throws -> (text: String, source: ProposedSource) {
        let source = try ProposedSource(url: url, headers: headers)
        return (try source.firstText(body: nil), source)
    }

    @Test(
        "is base_url and path, which lead to the URL again",
        arguments: [
            ("https://api.example.com/v1/articles", "https://api.example.com/v1", "articles", "articles"),
            ("https://api.example.com/api/books/", "https://api.example.com/api", "books/", "books"),
            ("https://example.com", "https://example.com", "", "items"),
            ("https://example.com/?list=a", "https://example.com", "?list=a", "items"),
            (
                "http://127.0.0.1:3000/photos.json?kind=a%20b", "http://127.0.0.1:3000", "photos.json?kind=a%20b",
                "photos"
            ),
            ("https://h.example/v1/a:b", "https://h.example/v1", "/a:b", "a_b"),
            ("https://h.example/a//b", "https://h.example", "a//b", "b"),
            ("https://h.example//a", "https://h.example//a", "", "a"),
            ("https://h.example/v2/7/", "https://h.example/v2", "7/", "items"),
            ("https://h.example/Customers?$count=true#top", "https://h.example", "Customers?$count=true", "customers"),
        ])
    func address(url: String, base: String, path: String, name: String) throws {
        let source = try ProposedSource(url: url, headers: [])
        let address = try source.address(without: [])
        #expect((address.base, address.path, address.name) == (base, path, name))
        let manifest = try Manifest(toml: source.firstText(body: nil), file: "feed.toml")
        let resolved = try manifest.resolved(environment: [:])
        let spec = try #require(resolved.collections.first)
        #expect(try spec.request(for: .start, base: resolved.baseURL).url == SourceURL(url))
    }

    @Test("leads to any URL again", arguments: SeededGenerator.seeds(300))
    func anyURL(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "/", "//", "a", "v1", ":", "%2F", "é", "?", "&", "=", ".", "..", "$", "{", "\"", "'", "\\", "+", "#",
        ]
        let tail = (0..<Int.random(in: 0...10, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        let text = "https://h.example/" + tail.joined()
        guard let url = try? SourceURL(text), let source = try? ProposedSource(url: text, headers: []) else { return }
        let resolved = try Manifest(toml: source.firstText(body: nil), file: "feed.toml").resolved(environment: [:])
        // Parameters without a name and a value are left out.
        let query = url.query?.split(separator: "&").joined(separator: "&") ?? ""
        let expected = url.path + (query.isEmpty ? "" : "?" + query)
        let written = try resolved.collections.first?.request(for: .start, base: resolved.baseURL).url
        #expect(written?.pathAndQuery == expected && written?.origin == url.origin, "\(text)")
    }

    @Test("has the content type of a body, and of nothing else")
    func contentType() throws {
        let (url, header) = ("https://h.example/", "content-type: application/x-amz-json-1.0")
        let manifest = try ManifestProposer.firstManifest(url: url, headers: [header], body: "{}", file: "feed.toml")
        #expect(manifest.collections.first?.contentType == "application/x-amz-json-1.0")
        let proposal = try ProposedSource(url: url, headers: [header])
        #expect(proposal.headers.isEmpty && proposal.variables.isEmpty)
        #expect(throws: ProposalError.badHeader(reason: "Content-Type is that of a body, and there is no --body")) {
            try ManifestProposer.firstManifest(url: url, headers: [header], file: "feed.toml")
        }
        #expect(throws: ProposalError.self) {
            try ManifestProposer.firstManifest(url: url, headers: ["Content-Type: a b"], body: "{}", file: "feed.toml")
        }
    }

    @Test("has no secret in it: parameters and headers become variables")
    func secrets() throws {
        let (text, source) = try manifest(
            "https://h.example/list?api_key=s3cret-1&kind=a&sig=s3cret%2D2",
            ["Authorization: Bearer s3cret-3", "X-Client: s3cret-4", "Accept: application/json"])
        #expect(!text.contains("s3cret"))
        #expect(text.contains("api_key = \"${api_key}\"".replacing("{api_key}", with: "{API_KEY}")))
        #expect(text.contains("path = \"list?kind=a\""))
        #expect(text.contains("Authorization = \"Bearer ${API_TOKEN}\""))
        #expect(text.contains("Accept = \"application/json\""))
        #expect(
            source.secrets == [
                "API_KEY": "s3cret-1", "SIG": "s3cret-2", "API_TOKEN": "s3cret-3", "X_CLIENT": "s3cret-4",
            ])
        let manifest = try Manifest(toml: text, file: "feed.toml")
        #expect(manifest.warnings.isEmpty)
        let resolved = try manifest.resolved(environment: source.secrets)
        #expect(resolved.query.map(\.value) == ["s3cret-1", "s3cret-2"])
        #expect(resolved.headers["Authorization"] == "Bearer s3cret-3")
    }

    @Test("keeps variables as they are given")
    func variables() throws {
        let (text, source) = try manifest(
            "https://h.example/list?q=${WHAT}&key=k", ["Authorization: Token ${NEWS_TOKEN}", "X-Key: ${A}-${B}"])
        #expect(text.contains("q = \"${WHAT}\"") && text.contains("Authorization = \"Token ${NEWS_TOKEN}\""))
        #expect(source.variables == ["WHAT", "KEY", "NEWS_TOKEN", "A", "B"])
        #expect(source.secrets == ["KEY": "k"])
    }

    @Test("does not take one variable for two values")
    func names() throws {
        let source = try ProposedSource(
            url: "https://h.example/?api-token=1&api.token=2", headers: ["Authorization: Bearer 3", "9-key: 4"])
        #expect(source.secrets == ["API_TOKEN": "1", "API_TOKEN_2": "2", "API_TOKEN_3": "3", "API_9_KEY": "4"])
    }

    @Test(
        "is refused where it cannot be asked",
        arguments: [
            "", "example.com/a", "ftp://example.com/", "https://ann:pw@example.com/", "https://",
            "https://h.example/${A}",
            "https://h.example/?a=${", "https://h.example:99999/", "https://h example/",
        ])
    func badURL(url: String) {
        let error = #expect(throws: ProposalError.self) { try ProposedSource(url: url, headers: []) }
        #expect(error?.code == "init_url")
        #expect(error?.message.contains("pw") == false)
    }

    @Test(
        "is refused with a header that is none",
        arguments: ["", "Accept", ": x", "A b: c", "Accept:", "Accept: a\nb", "X: ${", "X: ${1}"])
    func badHeader(line: String) {
        let error = #expect(throws: ProposalError.self) {
            try ProposedSource(url: "https://h.example/", headers: [line])
        }
        #expect(error?.code == "init_header")
    }
}
