import HTTPTypes
import TestSupport
import Testing

@testable import FeedMock

@Suite(.timeLimit(.minutes(10))) struct CrossOriginTests {
    private let page = "https://app.example.com"

    private func answer(
        _ origins: [String], _ method: String, _ target: String, origin: String?, _ more: [String] = []
    ) async throws -> RawAnswer {
        var configuration = MockConfiguration()
        configuration.corsOrigins = origins
        configuration.faults = [try FaultRule(parsing: "keywords:503*all")]
        return try await withMockServer(configuration) { _, baseURL in
            try await RawClient(baseURL).send(method, target, headers: (origin.map { ["Origin: \($0)"] } ?? []) + more)
        }
    }

    @Test("without origins no page reads anything")
    func closed() async throws {
        let get = try await answer([], "GET", "\(MockAPI.gourmetPath)/photos", origin: page)
        #expect(get.status == 200 && !get.headers.keys.contains { $0.hasPrefix("access-control") })
        let asked = ["Access-Control-Request-Method: GET"]
        let options = try await answer([], "OPTIONS", "\(MockAPI.gourmetPath)/photos", origin: page, asked)
        #expect(options.status == 405 && !options.headers.keys.contains { $0.hasPrefix("access-control") })
    }

    @Test("the pages that are named read answers, also those of faults, and no others do")
    func open() async throws {
        for list in ["photos", "keywords"] {
            let get = try await answer([page], "GET", "\(MockAPI.gourmetPath)/\(list)", origin: page)
            #expect(get.headers["access-control-allow-origin"] == page)
            #expect(get.headers["vary"]?.contains("Origin") == true)
        }
        let other = try await answer([page], "GET", "\(MockAPI.gourmetPath)/photos", origin: "https://evil.example.com")
        #expect(
            other.headers["access-control-allow-origin"] == nil && other.headers["vary"]?.contains("Origin") == true)
        let any = try await answer(["*"], "GET", "\(MockAPI.gourmetPath)/photos", origin: "null")
        #expect(any.headers["access-control-allow-origin"] == "*")
        let asked = ["Access-Control-Request-Method: GET", "Access-Control-Request-Headers: if-none-match"]
        let options = try await answer([page], "OPTIONS", "\(MockAPI.gourmetPath)/photos", origin: page, asked)
        #expect(options.status == 204 && options.headers["access-control-allow-headers"] == "if-none-match")
    }

    @Test("the control endpoints are for no page")
    func control() async throws {
        let get = try await answer(["*"], "GET", "/__mock/journal", origin: page)
        #expect(get.status == 403 && get.headers["access-control-allow-origin"] == nil)
    }

    @Test("a foreign page changes no data")
    func data() throws {
        let folder = try DataFolder(["db.json": #"{"photos": [{"id": 1}]}"#])
        let api = try folder.api("db.json")
        let request = MockRequest(
            .delete, "/photos/1", headers: [.origin: "https://evil.example.com"], authority: "127.0.0.1:3000")
        #expect(api.answer(request).status == .forbidden)
        let rebound = MockRequest(
            .delete, "/photos/1", headers: [.origin: "http://evil.example.com:3000"],
            authority: "evil.example.com:3000")
        #expect(api.answer(rebound).status == .forbidden)
        #expect(api.ask(.get, "/photos/1").status == .ok)
        let own = MockRequest(
            .delete, "/photos/1", headers: [.origin: "http://127.0.0.1:3000"], authority: "127.0.0.1:3000")
        #expect(api.answer(own).status == .ok)
    }

    @Test("a foreign page adds no events, whatever is served")
    func events() throws {
        let folder = try DataFolder(["db.json": #"{"photos": [{"id": 1}]}"#, "plain/photos.json": "[]"])
        let plain = try MockAPI { $0.content = .directory(path: folder.path("plain")) }
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        let body = Array(#"{"events": [{"key": "a", "type": "tap"}]}"#.utf8)
        for api in [try MockAPI(), plain, try folder.api("db.json")] {
            let foreign: [HTTPFields] = [
                [.origin: "https://evil.example", site: "cross-site", .contentType: "text/plain"],
                [.origin: "null"], [site: "cross-site"],
            ]
            for headers in foreign {
                let request = MockRequest(
                    .post, "\(api.basePath)/events", headers: headers, authority: "127.0.0.1:3000", body: body)
                #expect(api.answer(request).status == .forbidden, "\(headers)")
            }
            #expect(api.events.counts.received == 0)
            let own = MockRequest(.post, "\(api.basePath)/events", authority: "127.0.0.1:3000", body: body)
            #expect(api.answer(own).status == .accepted)
            let read = MockRequest(
                .get, "\(api.basePath)/photos", headers: [.origin: "https://evil.example"],
                authority: "127.0.0.1:3000")
            #expect(api.answer(read).status == .ok)
        }
    }

    @Test("with TLS the server's own page has an https origin, and no other", arguments: ["https", "http"])
    func ownPage(scheme: String) throws {
        var configuration = MockConfiguration()
        configuration.isTLS = scheme == "https"
        let api = try MockAPI(configuration)
        for origin in ["https", "http"] {
            let headers: HTTPFields = [.origin: "\(origin)://127.0.0.1:3000"]
            for path in ["/", "/__mock/tick"] {
                let answer = api.answer(MockRequest(.get, path, headers: headers, authority: "127.0.0.1:3000"))
                #expect(answer.status == (origin == scheme ? .ok : .forbidden), "\(origin) \(path)")
            }
        }
    }

    @Test(
        "what is no origin is refused",
        arguments: ["", "nowhere", "ftp://x", "https://", "https://a/b", "https://a?b", "https://a b", "https://a@b"])
    func refusals(text: String) throws {
        #expect(throws: MockServerError.badOrigin(text)) {
            var configuration = MockConfiguration()
            configuration.corsOrigins = [text]
            return try MockServer(configuration)
        }
    }

    @Test("a host that is none is said to be none")
    func badHost() async throws {
        var configuration = MockConfiguration()
        configuration.host = "192.0.2.1"
        let server = try MockServer(configuration)
        await #expect(throws: MockServerError.self) { try await server.start() }
    }
}
