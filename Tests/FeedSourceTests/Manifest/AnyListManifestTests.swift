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
        ])
    func refused(toml: String, key: String, words: String) throws {
        let error = try #require(failure(toml))
        #expect(error.key == key)
        #expect(error.line != nil)
        #expect(error.description.contains(words), "\(error)")
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
            Self.list("", id: #"["a", "b, c"]"#),
        ]
        #expect(Set(try texts.map(fingerprint)).count == texts.count)
        #expect(try fingerprint(Self.list("method = \"GET\"\nignore = []")) == fingerprint(Self.list("")))
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
