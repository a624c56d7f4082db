import FeedModel
import Testing

@testable import FeedSource

@Suite("A manifest of any list")
struct AnyListManifestTests {
    private static func list(
        _ lines: String, paging: String = #"{ style = "none" }"#, source: String = "", id: String = #""id""#
    ) -> String {
        """
        [source]
        name = "test"
        base_url = "https://api.example.com/v1"
        \(source)

        [[collections]]
        name = "l"
        path = "l"
        items = ""
        id = \(id)
        paging = \(paging)
        \(lines)
        """
    }

    private static func login(_ keys: String) -> String {
        "login = { path = \"l\", token = \"t\"\(keys.isEmpty ? "" : ", \(keys)") }"
    }

    private func failure(_ toml: String) -> ManifestError? {
        #expect(throws: ManifestError.self) { try Manifest(toml: toml, file: "feed.toml") }
    }

    @Test(
        "names file, line and key of a path that is wrong, and what to write instead",
        arguments: [
            (#"version = "@odata.v""#, "version"), (#"deleted = "a[b""#, "deleted"), (#"ignore = ["a..b"]"#, "ignore"),
            (#"version = "\"a""#, "version"),
        ])
    func paths(line: String, key: String) throws {
        let error = try #require(failure(Self.list(line)))
        #expect((error.line, error.key, error.code) == (12, "collections.\(key)", "bad_value"))
        #expect(error.description.hasPrefix("feed.toml:12: collections.\(key): is “"))
    }

    @Test("checks the paths of paging as well", arguments: ["next", "total", "has_next"])
    func pagingPaths(key: String) throws {
        let next = key == "next" ? "" : ", next = \"n\""
        let error = try #require(
            failure(Self.list("", paging: #"{ style = "cursor"\#(next), \#(key) = "@odata.nextLink" }"#)))
        #expect((error.line, error.key) == (11, "collections.paging.\(key)"))
        #expect(error.description.contains(#"write '"@odata.nextLink"'"#))
    }

    @Test(
        "refuses what cannot be together or makes no sense",
        arguments: [
            (list("", id: #"["a"]"#), "collections.id", "2 to 16"), (list("", id: "[]"), "collections.id", "0 paths"),
            (list("", id: #"["a", "a"]"#), "collections.id", "twice"),
            (list("", id: #"["a", 1]"#), "collections.id", "an array of paths"),
            (list("", id: #"["a", "@key"]"#), "collections.id", "@key"),
            (list(#"version = "v""#, id: #""@value""#), "collections.version", "@value"),
            (list(#"ignore = ["v"]"#, id: #""@value""#), "collections.ignore", "@value"),
            (list("ignore = [\"v.at\"]\nversion = \"v\""), "collections.ignore", "version"),
            (list(#"ignore = ["id"]"#), "collections.ignore", "id is read"),
            (list(#"ignore = "age""#), "collections.ignore", "an array of paths"),
            (list(#"ignore = ["a", "a"]"#), "collections.ignore", "twice"),
            (list(#"ignore = [""]"#), "collections.ignore", "empty"),
            (list(#"method = "PUT""#), "collections.method", "GET, POST"),
            (list(#"method = "POST""#), "collections.body", "missing"),
            (list(#"body = "{}""#), "collections.body", "POST"),
            (list("method = \"POST\"\nbody = \"[]\""), "collections.body", "an array"),
            (list("method = \"POST\"\nbody = \"{}\"\nvalidator = \"list\""), "collections.validator", "GET"),
            (
                list(
                    "method = \"POST\"\nbody = '{\"a\":1}'", paging: #"{ style = "cursor", next = "n", param = "a.b" }"#
                ),
                "collections.paging.param", "“a” of body is a number"
            ),
            (
                list("method = \"POST\"\nbody = \"{}\"", paging: #"{ style = "page", size = 5, size_param = "@n" }"#),
                "collections.paging.size_param", "double quotes"
            ),
            (list("headers = { Host = \"x\" }"), "collections.headers.Host", "by the program"),
            (list("", source: "basic = { user = \"a\" }"), "source.basic.password", "missing"),
            (list("", source: "basic = { user = \"a:b\", password = \"\" }"), "source.basic.user", "colon"),
            (list("", source: "basic = { user = \"a\", pasword = \"\" }"), "source.basic.pasword", "“password”"),
            (
                list("", source: "basic = { user = \"a\", password = \"\" }\nheaders = { authorization = \"x\" }"),
                "source.basic", "keep one"
            ),
            (
                list(
                    "headers = { Authorization = \"x\" }", source: "basic = { user = \"a\", password = \"\" }"),
                "collections.headers.Authorization", "keep one"
            ),
            (list("", source: "login = { token = \"t\" }"), "source.login.path", "missing"),
            (list("", source: "login = { path = \"l\" }"), "source.login.token", "missing"),
            (list("", source: login("body = \"[]\"")), "source.login.body", "an array"),
            (list("", source: login("body = '{\"a\":\"{page}\"}'")), "source.login.body", "no value"),
            (list("", source: login("method = \"GET\", body = \"{}\"")), "source.login.body", "POST"),
            (list("", source: login("header = \"X-Token {token}\"")), "source.login.header", "X-Auth-Token"),
            (list("", source: login("header = \"X-Token: x\"")), "source.login.header", "{token}"),
            (
                list("", source: login("header = \"X-Token: {token}\"") + "\nheaders = { X-Token = \"a\" }"),
                "source.login", "keep one"
            ),
            (
                list("", source: login("") + "\nbasic = { user = \"a\", password = \"\" }"), "source.login", "keep one"
            ),
            (list("", source: "tls = { client_cert = \"c.pem\" }"), "source.tls.client_cert", "client_key"),
            (list("", source: "tls = { client_key = \"c.pem\" }"), "source.tls.client_key", "client_cert"),
            (list("", source: "tls = { ca_file = \"\" }"), "source.tls.ca_file", "empty"),
            (list("", source: "tls = { verify = false }"), "source.tls.verify", "unknown key"),
            (list("", source: "oauth = { client_id = \"a\" }"), "source.oauth.token_url", "missing"),
            (
                list("", source: "oauth = { token_url = \"/t\", client_id = \"a\", client_secret = \"b\" }"),
                "source.oauth.token_url", "absolute"
            ),
            (
                list(
                    "",
                    source:
                        "basic = { user = \"a\", password = \"\" }\noauth = { token_url = \"https://a/t\", client_id = \"a\", client_secret = \"b\" }"
                ), "source.oauth", "keep one"
            ),
            (list(#"query = { q = "{pge}" }"#), "collections.query.q", "did you mean {page}?"),
            (list(#"query = { q = "{page}" }"#), "collections.query.q", "only the style “page” has"),
            (list(#"query = { q = "{since}" }"#), "collections.query.q", "needs delta"),
            (list(#"query = { q = "{size}" }"#), "collections.query.q", "needs size"),
            (list(#"query = { q = "{last.a..b}" }"#), "collections.query.q", "empty part"),
            (list(#"query = { q = "${a-b}" }"#), "collections.query.q", "${"),
            (list(#"query = { q = 1 }"#), "collections.query.q", "a string"),
            (list(#"query = { q = "a" }"#, source: #"query = { q = "b" }"#), "collections.query.q", "[source] query"),
            (list(#"query = { q = "${S},{page}" }"#, paging: #"{ style = "page" }"#), "collections.query.q", "two"),
            (list(#"headers = { A = "{cursor}" }"#), "collections.headers.A", "only the style “cursor” has"),
            (
                list(#"query = { q = "{page}" }"#, paging: #"{ style = "page", param = "p" }"#),
                "collections.paging.param", "keep one"
            ),
            (
                list(#"query = { q = "{size}" }"#, paging: #"{ style = "page", size = 5, size_param = "n" }"#),
                "collections.paging.size_param", "keep one"
            ),
            (
                list(#"query = { page = "1" }"#, paging: #"{ style = "page" }"#),
                "collections.paging", "parameter of query already"
            ),
            (
                list("method = \"POST\"\nbody = '{\"a\":\"{cursr}\"}'"), "collections.body", "did you mean {cursor}?"
            ),
            (list("content_type = \"a/b\""), "collections.content_type", "POST"),
            (
                list("method = \"POST\"\nbody = \"{}\"\ncontent_type = \"json\""), "collections.content_type",
                "media type"
            ),
            (list("", paging: #"{ style = "page", end_cursor = 0 }"#), "collections.paging.end_cursor", "no meaning"),
            (
                list("", paging: #"{ style = "cursor", next = "n", end_cursor = [] }"#),
                "collections.paging.end_cursor", "true or false"
            ),
            (list("", paging: #"{ style = "none", total = "" }"#), "collections.paging.total", "empty"),
        ])
    func refused(toml: String, key: String, words: String) throws {
        let error = try #require(failure(toml))
        #expect(error.key == key)
        #expect(error.line != nil)
        #expect(error.description.contains(words), "\(error)")
    }

    @Test("refuses a placeholder in a path that the first page has no value for")
    func firstPage() throws {
        func list(_ path: String, _ paging: String) -> String {
            Self.list("", paging: paging).replacing("path = \"l\"", with: "path = \"\(path)\"")
        }
        let cursor = #"{ style = "cursor", next = "n" }"#
        #expect(failure(list("l/{cursor}", cursor))?.description.contains("write first") == true)
        #expect(failure(list("l/{last.id}", #"{ style = "after_id" }"#))?.key == "collections.path")
        #expect(failure(list("l/{word}", cursor))?.description.contains("no placeholder") == true)
        for path in ["l?a={cursor}", "l/%7Bword%7D", "l/{ word}"] {
            #expect(throws: Never.self) { try Manifest(toml: list(path, cursor), file: "f") }
        }
    }

    @Test("another body, header or ignored field makes another walk; none of them leaves the walk as it was")
    func fingerprint() throws {
        func fingerprint(_ toml: String) throws -> String {
            let source = try Manifest(toml: toml, file: "feed.toml").resolved(environment: [:])
            return try #require(source.collections.first).fingerprint(source: source)
        }
        let texts = [
            Self.list(""), Self.list("method = \"POST\"\nbody = \"{}\""),
            Self.list("method = \"POST\"\nbody = '{\"a\":1}'"),
            Self.list("headers = { A = \"1\" }"), Self.list("headers = { A = \"2\" }"), Self.list("ignore = [\"a\"]"),
            Self.list("ignore = [\"a\", \"b\"]"), Self.list("", id: #""@key""#), Self.list("", id: #""@value""#),
            Self.list("", id: #"["a", "b"]"#), Self.list("", id: #"["a, b", "c"]"#),
            Self.list("", id: #"["a", "b, c"]"#), Self.list("query = { a = \"1\" }"),
            Self.list("query = { a = \"2\" }"),
            Self.list("method = \"POST\"\nbody = \"{}\"\ncontent_type = \"application/vnd.api+json\""),
            Self.list("", paging: #"{ style = "cursor", next = "n" }"#),
            Self.list("", paging: #"{ style = "cursor", next = "n", end_cursor = 0 }"#),
        ]
        #expect(Set(try texts.map(fingerprint)).count == texts.count)
        #expect(try fingerprint(Self.list("method = \"GET\"\nignore = []")) == fingerprint(Self.list("")))
    }

    @Test("a file of certificates that is missing is exit 66, one that holds none 78, each with its key")
    func certificates() throws {
        let manifest = try Manifest(toml: Self.list("", source: "tls = { ca_file = \"${CA}\" }"), file: "feed.toml")
        let missing = #expect(throws: ManifestError.self) { try manifest.resolved(environment: ["CA": "/none.pem"]) }
        #expect((missing?.key, missing?.report.exit, missing?.line) == ("source.tls.ca_file", .noInput, 4))
        #expect(try manifest.missingVariables(in: [:]).map(\.key) == ["source.tls.ca_file"])
        #expect(missing?.description.contains("“/none.pem”, which does not exist") == true)
        let other = #expect(throws: ManifestError.self) { try manifest.resolved(environment: ["CA": #filePath]) }
        #expect((other?.key, other?.report.exit) == ("source.tls.ca_file", .badManifest))
        let plain = try Manifest(toml: Self.list(""), file: "feed.toml")
        let variable = #expect(throws: ManifestError.self) {
            try plain.resolved(environment: ["SSL_CERT_FILE": "/none.pem"])
        }
        #expect(variable?.description.contains("SSL_CERT_FILE names “/none.pem”") == true)
        let http = Self.list("").replacing("https://", with: "http://")
        #expect(throws: Never.self) {
            try Manifest(toml: http, file: "feed.toml").resolved(environment: ["SSL_CERT_DIR": "/none"])
        }
    }

    @Test("takes secrets from the environment, and warns where they are written out")
    func secrets() throws {
        let basic = "basic = { user = \"${A}\", password = \"${B}\" }"
        let manifest = try Manifest(toml: Self.list("headers = { X-Key = \"${B}\" }", source: basic), file: "feed.toml")
        #expect(manifest.warnings.isEmpty)
        let source = try manifest.resolved(environment: ["A": "Aladdin", "B": "open sesame"])
        #expect(source.headers["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        let missing = #expect(throws: ManifestError.self) { try manifest.resolved(environment: ["A": "a"]) }
        #expect((missing?.key, missing?.code) == ("source.basic.password", "missing_variable"))
        let colon = #expect(throws: ManifestError.self) { try manifest.resolved(environment: ["A": "a:b", "B": "c"]) }
        #expect(colon?.key == "source.basic.user")

        let oauth = "oauth = { token_url = \"https://a.example/t\", client_id = \"a\", client_secret = \"b\" }"
        let literal = [
            Self.list("", source: basic.replacing("${B}", with: "b")), Self.list("", source: oauth),
            Self.list("headers = { X-Key = \"b\" }"),
        ]
        let keys = try literal.map { try Manifest(toml: $0, file: "feed.toml").warnings.map(\.key) }
        #expect(keys == [["source.basic.password"], ["source.oauth.client_secret"], ["collections.headers.X-Key"]])
    }
}
