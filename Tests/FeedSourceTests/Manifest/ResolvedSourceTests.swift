import Testing

@testable import FeedSource

@Suite("A source with its variables filled in")
struct ResolvedSourceTests {
    private static let toml = """
        [source]
        name = "feed-${PLACE}"
        base_url = "https://${PLACE}.example.com/${TENANT}/v1"
        account = "${WHO}@x"
        max_items = 50
        query = { key = "${KEY}", lang = "ja" }
        account_key = "${FLEET}"
        [source.headers]
        Authorization = "Bearer ${TOKEN}"
        [sections]
        path = "sections/${WHO}"
        [ads]
        path = "ads?for=${WHO}"
        [events]
        path = "events/${WHO}"
        [[collections]]
        name = "photos"
        path = "users/${WHO}/photos?q=${WORDS}"
        items = ""
        id = "id"
        version = "v"
        paging = { style = "page", end_status = [404, 400] }
        delta = { param = "since", format = "epoch_ms" }
        whole_every = "12h"
        """

    private static let environment = [
        "PLACE": "eu", "TENANT": "acme", "WHO": "ann", "KEY": "k+y&=/", "TOKEN": "s3cret", "WORDS": "a b&c=d#?",
        "FLEET": "fl33t",
    ]

    private func resolved(_ environment: [String: String] = environment) throws -> ResolvedSource {
        try Manifest(toml: Self.toml, file: "feed.toml").resolved(environment: environment)
    }

    @Test("has them everywhere in its table, in headers and in paths")
    func everywhere() throws {
        let source = try resolved()
        #expect(source.baseURL.description == "https://eu.example.com/acme/v1")
        #expect(source.account == "ann@x" && source.accountKey == "fl33t")
        #expect(source.headers == ["Authorization": "Bearer s3cret"])
        #expect(
            source.query == [QueryParameter(name: "key", value: "k+y&=/"), QueryParameter(name: "lang", value: "ja")])
        #expect(source.sectionsURL?.description == "https://eu.example.com/acme/v1/sections/ann")
        #expect(source.adsURL?.description == "https://eu.example.com/acme/v1/ads?for=ann")
        #expect(source.eventsURL?.description == "https://eu.example.com/acme/v1/events/ann")
        #expect(try Manifest(toml: Self.toml, file: "f").named(in: Self.environment).source.name == "feed-eu")
    }

    @Test("has paths in which a value can neither end the path nor add a parameter")
    func paths() throws {
        var environment = Self.environment
        environment["WHO"] = "a/b?c#d%41 猫"
        let source = try resolved(environment)
        let spec = try #require(source.collections.first)
        let url = try spec.request(for: spec.paging.firstPage, base: source.baseURL).url
        #expect(
            url.description
                == "https://eu.example.com/acme/v1/users/a/b%3Fc%23d%2541%20%E7%8C%AB/photos?q=a%20b%26c%3Dd%23%3F&page=1"
        )
    }

    @Test("keeps what is in a query out of the URLs of pages, which are stored")
    func queryOutside() throws {
        let source = try resolved()
        let spec = try #require(source.collections.first)
        let url = try spec.request(for: spec.paging.firstPage, since: "5", base: source.baseURL).url
        #expect(url.description.contains("k%2By") == false)
        #expect(url.query == "q=a%20b%26c%3Dd%23%3F&page=1&since=5")
    }

    @Test("keeps values out of the URLs of messages, and shows the rest")
    func redaction() throws {
        let source = try resolved()
        let spec = try #require(source.collections.first)
        let url = try spec.request(for: .number(7), since: "5", base: source.baseURL).url
        #expect(url.redacted == "https://eu.example.com/…/v1/users/…/photos?q=…&page=7&since=5")
        #expect(
            try url.resolving("/x/acme?lang=ja&a=ann&b=annual&key=2").redacted
                == "https://eu.example.com/x/…?a=…&b=annual")
        #expect(
            try url.resolving("https://b.example.com/?lang=en&key=k%2By%26%3D%2F&t=xs3cretx").redacted
                == "https://b.example.com/?lang=en&t=…")
    }

    @Test(
        "says which variable is missing, and for which key",
        arguments: [
            ("PLACE", "source.base_url", 3), ("TENANT", "source.base_url", 3), ("KEY", "source.query.key", 6),
            ("FLEET", "source.account_key", 7), ("TOKEN", "source.headers.Authorization", 9),
            ("WHO", "sections.path", 11), ("WORDS", "collections.path", 18),
        ])
    func missing(name: String, key: String, line: Int) throws {
        for value in [nil, ""] {
            var environment = Self.environment
            environment[name] = value
            let error = #expect(throws: ManifestError.self) { try resolved(environment) }
            #expect(error?.reason == .missingVariable(name))
            #expect(error?.key == key)
            #expect(error?.line == line)
        }
    }

    @Test(
        "refuses values that do not fit",
        arguments: [("PLACE", "a b"), ("PLACE", "x/?a"), ("WHO", "a\nb"), ("KEY", "\u{1}")])
    func misfits(name: String, value: String) throws {
        var environment = Self.environment
        environment[name] = value
        let error = #expect(throws: ManifestError.self) { try resolved(environment) }
        #expect(error?.code == "bad_value")
        #expect(error?.description.contains(value) == false)
    }

    @Test("needs only its own variable for the account, which readers ask for")
    func account() throws {
        let manifest = try Manifest(toml: Self.toml, file: "feed.toml")
        #expect(try manifest.source.resolvedAccount(environment: ["WHO": "bob"]) == "bob@x")
        let error = #expect(throws: ManifestError.self) { try manifest.source.resolvedAccount(environment: [:]) }
        #expect(error?.key == "source.account" && error?.line == 4)
        let plain = try Manifest(toml: ManifestText.collection(), file: "feed.toml")
        #expect(try plain.source.resolvedAccount(environment: [:]) == nil)
    }

    @Test("has a name that can be used as one")
    func name() throws {
        let manifest = try Manifest(toml: Self.toml, file: "feed.toml")
        #expect(throws: ManifestError.self) { try manifest.named(in: [:]) }
        let toml = ManifestText.collection().replacing("\"test\"", with: "\"${NAME}\"")
        let error = #expect(throws: ManifestError.self) {
            try Manifest(toml: toml, file: "feed.toml").named(in: ["NAME": "--full"])
        }
        #expect(error?.key == "source.name")
    }

    @Test("reads the other keys of lists and deltas")
    func keys() throws {
        let spec = try #require(try resolved().collections.first)
        #expect(spec.wholeEvery == 43_200)
        #expect(spec.delta?.format == .epochMilliseconds)
        #expect(spec.paging.endStatus == [400, 404])
        #expect(spec.maxItems == 50)
        let plain = try #require(try Manifest(toml: ManifestText.collection(), file: "feed.toml").collections.first)
        #expect(plain.wholeEvery == 604_800)
        #expect(plain.paging.endStatus.isEmpty)
        #expect(plain.maxItems == 100_000)
    }

    @Test(
        "reads lengths of time with their unit", arguments: [("7d", 604_800), ("30m", 1800), ("90s", 90), ("60s", 60)])
    func durations(text: String, seconds: Int64) throws {
        let extra = "delta = { param = \"s\" }\nwhole_every = \"\(text)\""
        #expect(try ManifestText.spec(paging: "{ style = \"none\" }", extra: extra).wholeEvery == seconds)
    }
}
