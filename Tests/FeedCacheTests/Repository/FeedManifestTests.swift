import FeedModel
import FeedSource
import Foundation
import Testing

@testable import FeedCache

@Suite("A manifest in Swift")
struct FeedManifestTests {
    private static let environment = ["PASSWORD": "word"]

    private func resolved(_ manifest: Manifest) throws -> (source: ResolvedSource, fingerprints: [String]) {
        let source = try manifest.resolved(environment: Self.environment)
        return (source, source.collections.map { $0.fingerprint(source: source) })
    }

    @Test("says what the same in TOML says: bodies, IDs of several parts, ignored fields, headers and signing in")
    func sameAsTOML() throws {
        let body = #"{"query":"q","variables":{"after":null}}"#
        let swift = try FeedManifest(
            source: .init(
                name: "n", baseURL: "https://api.example.com/v1", account: "ann", accountKey: "fleet",
                signIn: .basic(user: "ann", password: "${PASSWORD}")),
            collections: [
                .init(
                    name: "issues", path: "graphql", items: "data", id: "repo", furtherIDs: ["number"],
                    paging: .cursor(next: "end", parameter: "variables.after", hasNext: "more"),
                    ignore: ["age"], body: body, headers: ["X-Team": "a"],
                    detail: .init(path: "issues?ids={ids}", items: "data", batch: 20))
            ], keptSyncs: 7, keptDays: 3)
        let toml = try Manifest(
            toml: """
                [source]
                name = "n"
                base_url = "https://api.example.com/v1"
                account = "ann"
                account_key = "fleet"
                basic = { user = "ann", password = "${PASSWORD}" }

                [keep]
                runs = 7
                days = 3

                [[collections]]
                name = "issues"
                path = "graphql"
                items = "data"
                id = ["repo", "number"]
                paging = { style = "cursor", param = "variables.after", next = "end", has_next = "more" }
                ignore = ["age"]
                method = "POST"
                body = '\(body)'
                headers = { X-Team = "a" }
                detail = { path = "issues?ids={ids}", items = "data", batch = 20 }
                """, file: "feed.toml")
        let (source, fingerprints) = try resolved(swift.manifest)
        let (other, expected) = try resolved(toml)
        #expect(fingerprints == expected)
        #expect(source.headers == other.headers)
        #expect(source.accountKey == "fleet" && other.accountKey == "fleet")
        #expect(source.collections.map(\.itemRules) == other.collections.map(\.itemRules))
        #expect(source.identifyingValues == other.identifyingValues)
        #expect(swift.manifest.keep == toml.keep)
        let details = source.collections.map {
            [$0.detail?.path, $0.detail?.items.description, $0.detail?.batch?.description]
        }
        #expect(
            details
                == other.collections.map {
                    [$0.detail?.path, $0.detail?.items.description, $0.detail?.batch?.description]
                })
        #expect(details == [["issues?ids={ids}", "data", "20"]])
        #expect(toml.keep == LedgerLimit(runs: 7, days: 3))
    }

    @Test("has the keys of the paging, of retries and of ads that TOML has")
    func everyKey() throws {
        let swift = try FeedManifest(
            source: .init(
                name: "n", baseURL: "https://api.example.com/v1", attempts: 2, firstRetryWait: .milliseconds(5),
                longestRetryWait: .seconds(1)),
            collections: [
                .init(
                    name: "a", path: "a", items: "", id: "id",
                    paging: .page(totalPages: .header("X-Pages"), total: .header("X-Total"), endStatus: [404])),
                .init(name: "b", path: "b", items: "", id: "id", paging: .nextURL(next: .header("X-Next"))),
            ],
            ads: .init(
                path: "ads", policy: .init(interval: 4, insertsAnywhere: true), sections: ["top": .init(fixed: [1])]))
        let toml = try Manifest(
            toml: """
                [source]
                name = "n"
                base_url = "https://api.example.com/v1"
                retry = { attempts = 2, base_delay_ms = 5, max_delay_ms = 1000 }

                [ads]
                path = "ads"
                policy = { repeating = { interval = 4 }, insert = "anywhere" }
                sections = { top = { fixed = [1] } }

                [[collections]]
                name = "a"
                path = "a"
                items = ""
                id = "id"
                paging = { style = "page", total_pages_header = "X-Pages", total_header = "X-Total", end_status = [404] }

                [[collections]]
                name = "b"
                path = "b"
                items = ""
                id = "id"
                paging = { style = "next_url", next_header = "X-Next" }
                """, file: "feed.toml")
        #expect(swift.manifest.collections.map(\.paging) == toml.collections.map(\.paging))
        #expect(swift.manifest.source.retry == toml.source.retry)
        let sections = ["top", "other"].map { Section.implicit(for: $0) }
        #expect(sections.map(swift.manifest.adPolicy) == sections.map(toml.adPolicy))
    }

    @Test("has templates, a login, certificates and the ends of cursors as TOML has them")
    func templates() throws {
        let swift = try FeedManifest(
            source: .init(
                name: "n", baseURL: "http://api.example.com/v1",
                signIn: .login(path: "auth", body: #"{"a":"${PASSWORD}"}"#, token: "t", header: "X-A: {token}"),
                tls: .init()),
            collections: [
                .init(
                    name: "a", path: "a", items: "", id: "id", version: "v",
                    paging: .cursor(next: "n", endCursor: "0"), delta: .init(), body: #"{"since":"{since}"}"#,
                    query: ["q": "(after:{cursor})"], contentType: "application/vnd.api+json"),
                .init(name: "b", path: "b", items: "", id: "id", paging: .none(total: "count")),
            ])
        let toml = try Manifest(
            toml: #"""
                [source]
                name = "n"
                base_url = "http://api.example.com/v1"
                tls = { }

                [source.login]
                path = "auth"
                body = '{"a":"${PASSWORD}"}'
                token = "t"
                header = "X-A: {token}"

                [[collections]]
                name = "a"
                path = "a"
                items = ""
                id = "id"
                version = "v"
                method = "POST"
                body = '{"since":"{since}"}'
                content_type = "application/vnd.api+json"
                query = { q = "(after:{cursor})" }
                paging = { style = "cursor", next = "n", end_cursor = 0 }
                delta = { }

                [[collections]]
                name = "b"
                path = "b"
                items = ""
                id = "id"
                paging = { style = "none", total = "count" }
                """#, file: "feed.toml")
        let (source, fingerprints) = try resolved(swift.manifest)
        let (other, expected) = try resolved(toml)
        #expect(fingerprints == expected)
        #expect(source.identifyingValues == other.identifyingValues)
        #expect(!source.identifyingValues.contains("word"))
        let missing = #expect(throws: ManifestError.self) {
            try FeedManifest(
                source: .init(
                    name: "n", baseURL: "http://api.example.com/v1",
                    tls: .init(caFile: "/none.pem", clientCert: "/none.pem", clientKey: "/none.key")),
                collections: [.init(name: "b", path: "b", items: "", id: "id", paging: .none)]
            ).manifest.resolved(environment: [:])
        }
        #expect(missing?.report.exit == .noInput)
    }

    @Test("says how a delta is asked for, in the words of the server")
    func delta() throws {
        let delta = FeedManifest.Delta(parameter: "updated", overlap: 5, template: ">={}", first: "all")
        let swift = try FeedManifest(
            source: .init(name: "n", baseURL: "https://api.example.com/v1"),
            collections: [
                .init(name: "l", path: "l", items: "", id: "id", version: "v", paging: .none, delta: delta)
            ])
        let spec = try #require(swift.manifest.collections.first)
        #expect(try #require(spec.delta).since("12") == ">=7")
        #expect(try spec.request(for: .start, base: resolved(swift.manifest).source.baseURL).url.query == "updated=all")
    }

    @Test(
        "sends a version in the form that is asked for",
        arguments: [
            (FeedManifest.Delta.Format.unixSeconds, "1767225600"), (.unixMilliseconds, "1767225600000"),
            (.rfc3339, "2026-01-01T00:00:00Z"), (.httpDate, "Thu, 01 Jan 2026 00:00:00 GMT"),
        ])
    func deltaFormats(format: FeedManifest.Delta.Format, sent: String) throws {
        let swift = try FeedManifest(
            source: .init(name: "n", baseURL: "https://api.example.com/v1"),
            collections: [
                .init(
                    name: "l", path: "l", items: "", id: "id", version: "v", paging: .none,
                    delta: .init(parameter: "since", format: format))
            ])
        #expect(try #require(swift.manifest.collections.first?.delta).since("2026-01-01T00:00:00Z") == sent)
    }

    @Test("signs in by client credentials, which count as whose walk it is, without the secret")
    func clientCredentials() throws {
        func values(secret: String, client: String = "c") throws -> [String] {
            let manifest = try FeedManifest(
                source: .init(
                    name: "n", baseURL: "https://api.example.com/v1",
                    signIn: .clientCredentials(
                        tokenURL: "https://auth.example.com/token", clientID: client, clientSecret: secret,
                        scope: "read")),
                collections: [.init(name: "l", path: "l", items: "", id: "@key", paging: .none)])
            return try resolved(manifest.manifest).source.identifyingValues
        }
        #expect(try values(secret: "one") == values(secret: "two"))
        #expect(try values(secret: "one") != values(secret: "one", client: "d"))
        #expect(try !values(secret: "one").contains("one"))
    }

    @Test("has a parameter for every key, and names it in errors as Swift does")
    func parameterNames() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/FeedCache/Repository/Manifest")
        let sources = try ["FeedManifest", "FeedManifest+Paging"].map {
            try String(contentsOf: folder.appending(path: "\($0).swift"), encoding: .utf8)
        }.joined()
        for (table, keys) in ManifestKeys.tables where table != "monitor" {
            for key in keys where (table, key.name) != ("", "monitor") && key.name != "style" {
                let parameter = FeedManifest.parameter(ofKey: table.isEmpty ? key.name : "\(table).\(key.name)")
                let name = parameter.split(separator: ".").last.map(String.init) ?? ""
                #expect(
                    ["\(name): ", "func \(name)(", ", \(name) ", "_ \(name): "].contains { sources.contains($0) },
                    "\(table).\(key.name) is \(parameter)")
            }
        }
        #expect(FeedManifest.parameter(ofKey: "ads.sections.a.b.min_gap") == "ads.sections.a.b.minimumGap")
        #expect(FeedManifest.parameter(ofKey: "source.headers.X_my-Header") == "source.headers.X_my-Header")
        #expect(FeedManifest.parameter(ofKey: "source.headers.ttl") == "source.headers.ttl")
    }

    @Test("is refused with the collection and the parameter that are wrong")
    func refusedParameters() {
        func message(_ paging: FeedManifest.Paging, id: String = "id", concurrency: Int = 4) -> String? {
            let error = #expect(throws: FeedError.self) {
                try FeedManifest(
                    source: .init(name: "n", baseURL: "https://api.example.com/v1", concurrency: concurrency),
                    collections: [
                        .init(name: "l", path: "l", items: "", id: "id", paging: .none),
                        .init(name: "photos", path: "l", items: "", id: id, paging: paging),
                    ])
            }
            return error?.message
        }
        #expect(message(.page(size: 0))?.hasPrefix("manifest: collection “photos”, paging.size: is 0") == true)
        #expect(message(.page(parameter: ""))?.hasPrefix("manifest: collection “photos”, paging.parameter: ") == true)
        #expect(message(.none, id: "")?.hasPrefix("manifest: collection “photos”, id: is empty") == true)
        #expect(message(.none, concurrency: 99)?.hasPrefix("manifest: source.concurrency: is 99") == true)
    }

    @Test("is refused with the key that is wrong, as one in TOML is")
    func refused() {
        let error = #expect(throws: FeedError.self) {
            try FeedManifest(
                source: .init(
                    name: "n", baseURL: "https://api.example.com/v1", headers: ["Authorization": "x"],
                    signIn: .basic(user: "a", password: "${P}")),
                collections: [.init(name: "l", path: "l", items: "", id: "id", paging: .none)])
        }
        #expect(error?.message.contains("source.signIn") == true)
    }
}
