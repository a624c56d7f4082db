import FeedCache
import FeedModel
import FeedSource
import Foundation
import TestSupport
import Testing

@testable import FeedInit

@Suite("A manifest that is proposed for a URL", .serialized)
struct ManifestProposerTests {
    private static let wholeLists: [StyledList] = StyledList.Style.allCases.map { StyledList(style: $0) }

    @Test("reads the whole list, in every style of paging", arguments: wholeLists)
    func styles(list: StyledList) async throws {
        let api = try await LoopbackAPI(list.answer)
        let outcome = try await api.propose("/v1/list")
        #expect(outcome.requests == api.asked.count && outcome.requests <= 7)
        #expect(Set(api.asked).count == api.asked.count, "asked twice: \(api.asked)")
        let (report, keys) = try await api.sync(outcome.text)
        #expect(keys == list.keys, "\(outcome.text)")
        #expect((report?.outcome, report?.drift) == (.complete, false), "\(outcome.text)")
        let manifest = try Manifest(toml: outcome.text, file: "feed.toml")
        #expect(manifest.collections.first?.version?.description == "updated_at")
        #expect(manifest.collections.first?.deleted?.description == "deleted")
    }

    @Test("reads the list where the request says how long a page is", arguments: wholeLists)
    func sizes(list: StyledList) async throws {
        guard list.style != .none, !list.style.rawValue.hasPrefix("page") else { return }
        let api = try await LoopbackAPI(list.answer)
        let outcome = try await api.propose("/v1/list?limit=7")
        #expect(outcome.text.contains("size_param = \"limit\", size = 7"), "\(outcome.text)")
        #expect(outcome.text.contains("path = \"list\""))
        let (report, keys) = try await api.sync(outcome.text)
        #expect(keys == list.keys && report?.outcome == .complete, "\(outcome.text)")
    }

    @Test("reads a list of one page", arguments: StyledList.Style.allCases)
    func onePage(style: StyledList.Style) async throws {
        let list = StyledList(style: style, count: 4)
        let api = try await LoopbackAPI {
            style == .none ? StyledList(style: .none, size: 4).answer($0) : list.answer($0)
        }
        let outcome = try await api.propose("/v1/list")
        #expect(outcome.requests <= 7)
        let (report, keys) = try await api.sync(outcome.text)
        #expect(keys == Array(list.keys.prefix(4)) && report?.outcome == .complete, "\(outcome.text)")
    }

    @Test(
        "reads the whole list where the URL is one of its middle",
        arguments: [
            (StyledList.Style.page, "?page=2"), (.page, "?page=3"), (.pageCount, "?page=2"), (.offset, "?offset=10"),
            (.offset, "?offset=20"), (.offsetTotal, "?offset=10&limit=10"), (.skip, "?skip=10"),
        ])
    func middle(style: StyledList.Style, query: String) async throws {
        let list = StyledList(style: style)
        let api = try await LoopbackAPI(list.answer)
        let outcome = try await api.propose("/v1/list" + query)
        let (report, keys) = try await api.sync(outcome.text)
        #expect(keys == list.keys && report?.outcome == .complete, "\(outcome.text)")
    }

    /// The shapes of the examples: the URL to begin with, and the style that has to be found.
    private static let servers: [(file: String, path: String, style: String)] = [
        ("django-rest-framework.toml", "/api/books/?page_size=100", "next_url"),
        ("wordpress.toml", "/wp-json/wp/v2/posts?context=edit&page=1&per_page=100", "page"),
        ("json-api.toml", "/api/products?page[size]=50", "next_url"),
        ("kinto.toml", "/v1/buckets/main/collections/certificates/records?_limit=100", "next_url"),
        ("odata.toml", "/V4/Northwind.svc/Customers?$count=true", "next_url"),
        ("graphql-relay.toml", "/graphql", "cursor"),
        ("mastodon.toml", "/api/v1/timelines/public?local=true&limit=40", "link"),
        (
            "mediawiki.toml",
            "/w/api.php?action=query&format=json&formatversion=2&generator=allpages&prop=revisions"
                + "&rvprop=ids%7Ctimestamp%7Ccontent&rvslots=main&gaplimit=50", "cursor"
        ),
        ("docker-registry.toml", "/v2/_catalog?n=100", "link"),
    ]

    @Test("reads the lists of widespread servers", arguments: servers)
    func shapes(file: String, path: String, style: String) async throws {
        let shape = try #require(ExampleShape.all.first { $0.file == file })
        let answers = Self.onOneHost(shape.answers)
        let api = try await LoopbackAPI { answers[$0] }
        let post = answers.keys.first { $0.hasPrefix("POST /graphql") && $0.contains("null") }
        let body = file == "graphql-relay.toml" ? post.map { String($0.dropFirst("POST /graphql ".count)) } : nil
        let outcome = try await api.propose(path, body: body)
        #expect(outcome.text.contains("paging = { style = \"\(style)\""), "\(outcome.text)")
        #expect(outcome.requests == 2, "\(api.asked)")
        let (report, keys) = try await api.sync(outcome.text)
        #expect(keys == shape.keys, "\(outcome.text)")
        #expect(report?.outcome == .complete, "\(String(describing: report?.failure))")
    }

    /// Answers by path, with links to the server itself.
    private static func onOneHost(_ answers: [String: TableAnswer]) -> [String: TableAnswer] {
        var moved: [String: TableAnswer] = [:]
        for (name, answer) in answers {
            let words = name.split(separator: " ", maxSplits: 1)
            let path = words[1].drop { $0 != "/" }
            let link = #/https://[a-z.]+(?=/)/#
            moved["\(words[0]) \(path)"] = TableAnswer(
                status: answer.status, headers: answer.headers.mapValues { $0.replacing(link, with: "ORIGIN") },
                body: answer.body.replacing(link, with: "ORIGIN"))
        }
        return moved
    }

    // MARK: Secrets

    @Test("sends secrets, and holds none")
    func secrets() async throws {
        let list = #"[{"id":"hush-hush-1"},{"id":"b"}]"#
        let api = try await LoopbackAPI { name in
            name == "GET /v1/list?key=hush-hush-1" ? TableAnswer(body: list) : nil
        }
        let outcome = try await api.propose("/v1/list?key=hush-hush-1", headers: ["X-Token: hush-hush-2"])
        #expect(!outcome.text.contains("hush-hush"))
        #expect(!outcome.proposal.findings.contains { $0.evidence.contains("hush-hush") })
        api.environment = ["KEY": "hush-hush-1", "X_TOKEN": "hush-hush-2"]
        #expect(try await api.sync(outcome.text).keys == ["hush-hush-1", "b"])
    }

    @Test("reads variables from the environment, and names one that is not set")
    func variables() async throws {
        let api = try await LoopbackAPI {
            $0 == "GET /v1/list?q=x%20y" ? TableAnswer(body: #"[{"id":1}]"#) : nil
        }
        await #expect(throws: ManifestError.self) { try await api.propose("/v1/list?q=${QUERY}") }
        #expect(api.asked.isEmpty)
        api.environment = ["QUERY": "x y"]
        let outcome = try await api.propose("/v1/list?q=${QUERY}")
        #expect(outcome.text.contains("q = \"${QUERY}\""))
        #expect(outcome.proposal.source.variables == ["QUERY"])
    }

    // MARK: What goes wrong

    @Test(
        "is none where the answer is no list",
        arguments: [
            (TableAnswer(status: 401, body: #"{"detail":"no"}"#), SyncFailure.Code.httpStatus),
            (.init(status: 500), .httpStatus), (.init(body: "<html><body>"), .malformed), (.init(body: ""), .malformed),
            (.init(body: "\u{0}\u{1}binary"), .malformed),
            (.init(status: 302, headers: ["Location": "/v1/list"]), .redirect),
            (.init(status: 302, headers: ["Location": "ftp://x/"]), .redirect),
        ])
    func refused(answer: TableAnswer, code: SyncFailure.Code) async throws {
        let api = try await LoopbackAPI { _ in answer }
        let error = await #expect(throws: SourceError.self) { try await api.propose("/v1/list") }
        #expect(error?.code == code)
        #expect(Set(api.asked) == ["GET /v1/list"])
        #expect(code == .redirect || api.asked.count == (answer.status == 500 ? 2 : 1))
    }

    @Test("is for the URL that a redirect leads to")
    func redirected() async throws {
        let api = try await LoopbackAPI { name in
            name.hasPrefix("GET /v1/list")
                ? .init(status: 301, headers: ["Location": "/v2/list/"])
                : name.hasPrefix("GET /v2/list/") ? .init(body: #"[{"id":1}]"#) : nil
        }
        let outcome = try await api.propose("/v1/list")
        #expect(outcome.text.contains("/v2\"\n") && outcome.text.contains("path = \"list/\""))
    }

    @Test("stops asking where the server says so, and says why")
    func tooMany() async throws {
        let api = try await LoopbackAPI { name in
            name.contains("?")
                ? .init(status: 429, headers: ["Retry-After": "60"]) : .init(body: #"[{"id":1},{"id":2}]"#)
        }
        let outcome = try await api.propose("/v1/list")
        #expect(api.asked.count == 2)
        #expect(outcome.text.contains("style = \"none\""))
        #expect(outcome.text.contains("too many requests"))
    }

    @Test("keeps what the answer names where its second page cannot be read, and says so")
    func brokenNext() async throws {
        let api = try await LoopbackAPI { name in
            name.contains("?")
                ? .init(status: 500) : .init(headers: ["Link": "<?page=2>; rel=next"], body: #"[{"id":1}]"#)
        }
        let outcome = try await api.propose("/v1/list")
        #expect(outcome.text.contains("Look at it: asked for the second page, the server answered 500."))
        #expect(outcome.text.contains("paging = { style = \"link\" }"))
    }

    @Test("takes no refusal for an end where the first page is refused by its number, too")
    func refusedParameter() async throws {
        let api = try await LoopbackAPI { $0.contains("?") ? nil : .init(body: #"[{"id":1},{"id":2}]"#) }
        let outcome = try await api.propose("/v1/list")
        #expect(outcome.text.contains("style = \"none\""), "\(outcome.text)")
        #expect(outcome.requests <= 7)
        #expect(try await api.sync(outcome.text).keys == ["1", "2"])
    }

    @Test("does not believe an end that the second page refutes")
    func refutedEnd() async throws {
        let api = try await LoopbackAPI { name in
            let page = Int(name.split(separator: "=").last ?? "") ?? 1
            let ids = page > 3 ? [] : (1...3).map { "{\"id\":\(page * 10 + $0)}" }
            return .init(body: "{\"count\":3,\"data\":[\(ids.joined(separator: ","))]}")
        }
        let outcome = try await api.propose("/v1/list")
        #expect(!outcome.text.contains("total ="))
        #expect(try await api.sync(outcome.text).keys.count == 9)
    }
}
