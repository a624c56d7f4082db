import FeedModel
import Foundation
import HTTPTypes
import Testing

@testable import FeedMock

@Suite(.timeLimit(.minutes(10))) struct OpenAPIDocumentTests {
    private static let text = """
        {"openapi": "3.1.0", "servers": [{"url": "https://api.example.com/v1/"}],
         "paths": {
           "/photos": {"get": {
             "parameters": [{"$ref": "#/components/parameters/page"},
               {"name": "kind", "in": "query", "required": true, "schema": {"enum": ["a", "b"]}}],
             "responses": {"200": {"headers": {"ETag": {"required": true}}, "content": {"application/json": {"schema":
               {"type": "array", "maxItems": 2, "items": {"$ref": "#/components/schemas/Photo"}}}}}, "4XX": {}}},
             "post": {"requestBody": {"required": true, "content": {"application/json": {"schema":
               {"$ref": "#/components/schemas/Photo"}}}}, "responses": {"201": {}}}},
           "/photos/{id}": {"get": {
             "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
             "responses": {"200": {}}}}},
         "components": {
           "parameters": {"page": {"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}}},
           "schemas": {"Photo": {"type": "object", "required": ["id"], "properties": {"id": {"type": ["integer", "null"]},
             "of": {"anyOf": [{"type": "string", "minLength": 2}, {"const": 7}]}, "self": {"$ref": "#/components/schemas/Photo"}},
             "additionalProperties": false}}}}
        """

    private func document() throws -> (DataFolder, OpenAPIDocument) {
        let folder = try DataFolder(["api.json": Self.text])
        return (folder, try OpenAPIDocument(path: folder.path("api.json")))
    }

    private func answer(_ body: String, status: HTTPResponse.Status = .ok, tag: String? = "t") -> Answer {
        var answer = Answer.json(status, bytes: Array(body.utf8))
        answer.headers[.eTag] = tag
        return answer
    }

    @Test(
        "requests are held against it",
        arguments: [
            ("GET", "/photos?kind=a", "", nil), ("GET", "/v1/photos?kind=b&page=2", "", nil),
            ("GET", "/photos", "", "kind is missing"), ("GET", "/photos?kind=c", "", "none of the values"),
            ("GET", "/photos?kind=a&page=0", "", "minimum"), ("GET", "/photos?kind=a&page=x", "", "not integer"),
            ("GET", "/nothing", "", "not in the document"), ("DELETE", "/photos", "", "DELETE"),
            ("GET", "/photos/x", "", "not integer"), ("GET", "/photos/7", "", nil), ("POST", "/photos", "", "missing"),
            ("POST", "/photos", "{", "not valid JSON"), ("POST", "/photos", #"{"id": null}"#, nil),
            ("POST", "/photos", "{}", "body.id"), ("POST", "/photos", #"{"id": 1, "x": 1}"#, "body.x"),
            ("POST", "/photos", #"{"id": 1, "of": "a"}"#, "anyOf"), ("POST", "/photos", #"{"id": 1, "of": 7.0}"#, nil),
            ("POST", "/photos", #"{"id": 1, "self": {"id": "1"}}"#, "body.self.id"),
        ] as [(String, String, String, String?)])
    func requests(method: String, target: String, body: String, fault: String?) throws {
        let (_, document) = try document()
        let method = try #require(HTTPRequest.Method(method))
        let found = document.violations(of: MockRequest(method, target, body: Array(body.utf8)), nil)
        #expect(found.count == (fault == nil ? 0 : 1), "\(found)")
        if let fault {
            #expect(found.first?.contains(fault) == true && found.first?.hasPrefix("request: ") == true, "\(found)")
        }
    }

    @Test("answers are held against it")
    func answers() throws {
        let (_, document) = try document()
        let request = MockRequest(.get, "/photos?kind=a")
        func found(_ answer: Answer) -> [String] { document.violations(of: request, answer) }
        #expect(found(answer(#"[{"id": 1}, {"id": null}]"#)).isEmpty)
        #expect(found(answer("{}", status: .notFound)).isEmpty)
        #expect(found(answer("[1]")) == ["answer: body[0] is a number, not object"])
        #expect(found(answer("[{},{},{}]")).first?.contains("maxItems") == true)
        #expect(found(answer("[]", tag: nil)) == ["answer: the header ETag is missing"])
        #expect(found(answer("[]", status: .created)) == ["answer: the status 201 is not described"])
        var page = answer("<p>")
        page.headers[.contentType] = "text/html; charset=utf-8"
        #expect(found(page) == ["answer: the media type text/html is not described"])
    }

    @Test("what differs is in the journal")
    func journal() async throws {
        let folder = try DataFolder(["api.json": Self.text, "db.json": #"{"photos": [{"id": 1}]}"#])
        var configuration = MockConfiguration()
        configuration.content = .data(MockData(path: folder.path("db.json")))
        configuration.documentPath = folder.path("api.json")
        try await withMockServer(configuration) { server, baseURL in
            let client = try RawClient(baseURL)
            #expect(try await client.send("GET", "/photos?kind=c").status == 200)
            let violations = try #require(server.journal.entries.first?.violations)
            // The item has the version that the mock adds.
            #expect(violations.count == 2 && violations[1].contains("updated_at"), "\(violations)")
            let journal = try await client.send("GET", "/__mock/journal")
            let entries = try object(journal.body)["entries"] as? [Fields]
            #expect(entries?.first?["violations"] as? [String] == violations)
        }
    }

    @Test(
        "a document that is none is refused",
        arguments: [
            ("a.json", "{", "not valid JSON"), ("a.yaml", "openapi: 3.1.0", "OpenAPI 3"), ("a.json", "{}", "OpenAPI 3"),
            ("a.yml", "a: [1", "line 2"), ("a.yml", "a: 1\na: 2", "twice"), ("a.yml", "[a]: 1", "no text"),
            ("a.yml", "", "empty"),
        ])
    func refusals(name: String, text: String, reason: String) throws {
        let folder = try DataFolder([name: text])
        let error = try #require(throws: MockServerError.self) { try OpenAPIDocument(path: folder.path(name)) }
        guard case .badDocument(folder.path(name), let said) = error else { throw error }
        #expect(error.code == "mock_bad_document" && said.contains(reason))
        #expect(throws: MockServerError.noDocument("/nowhere")) { try OpenAPIDocument(path: "/nowhere") }
    }

    @Test("YAML is what the core schema says, and the mock keeps to its own document")
    func yaml() async throws {
        let text = """
            on: {200: off, a: &a [1, -2.5e3, 01, +1, 0x1F, "1", '', ~, null, True, no, 2026-11-25], b: *a}
            c: |
              two
              lines
            """
        let values = #"[1,-2.5e3,"01","+1","0x1F","1","",null,null,true,"no","2026-11-25"]"#
        #expect(
            String(decoding: try YAMLDocument(text).json.bytes, as: UTF8.self)
                == #"{"on":{"200":"off","a":\#(values),"b":\#(values)},"c":"two\nlines"}"#)
        // Ten of what the line above has, six times over.
        let laughs = zip("abcdefg", "xabcdef").map { name, above in
            let element = above == "x" ? "x" : "*\(above)"
            return "\(name): &\(name) [\(Array(repeating: element, count: 10).joined(separator: ","))]\n"
        }.joined()
        #expect(throws: YAMLDocument.Flaw.self) { try YAMLDocument(laughs) }

        var configuration = MockConfiguration()
        configuration.documentPath =
            URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Schema/api/openapi.yaml")
            .path
        try await withMockServer(configuration) { server, baseURL in
            let client = try RawClient(baseURL)
            for path in ["photos?page=2&per_page=3", "sections", "articles"] {
                #expect(try await client.send("GET", "/api/mock/v1/gourmet/\(path)").status == 200)
            }
            #expect(try await client.send("GET", "/api/mock/v1/gourmet/photos?page=none").status == 400)
            let entries = server.journal.entries
            #expect(
                entries.count == 4 && entries[..<3].allSatisfy(\.violations.isEmpty), "\(entries.map(\.violations))")
            #expect(!entries[3].violations.isEmpty)
        }
    }

    @Test("references that lead to each other end")
    func cycles() throws {
        let folder = try DataFolder([
            "a.json": """
            {"openapi": "3.0.0", "paths": {"/a": {"$ref": "#/paths/~1b"}, "/b": {"$ref": "#/paths/~1a"}}}
            """
        ])
        let document = try OpenAPIDocument(path: folder.path("a.json"))
        #expect(document.violations(of: MockRequest(.get, "/a"), nil).count == 1)
    }
}
