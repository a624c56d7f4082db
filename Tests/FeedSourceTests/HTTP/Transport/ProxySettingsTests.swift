import Testing

@testable import FeedSource

@Suite("Proxy settings")
struct ProxySettingsTests {
    private func route(_ url: String, _ environment: [String: String]) throws -> ProxySettings.Route {
        try ProxySettings(environment: environment).route(to: SourceURL(url).origin)
    }

    private func proxy(_ url: String, _ credentials: String? = nil) throws -> ProxySettings.Proxy {
        ProxySettings.Proxy(origin: try SourceURL(url).origin, credentials: credentials)
    }

    @Test("forward http and tunnel https")
    func routes() throws {
        let environment = ["http_proxy": "http://p:3128/", "HTTPS_PROXY": "q:8080"]
        #expect(try route("http://a/", environment) == .forward(proxy("http://p:3128")))
        #expect(try route("https://a/", environment) == .tunnel(proxy("http://q:8080")))
        #expect(try route("https://a/", ["all_proxy": "r"]) == .tunnel(proxy("http://r:80")))
        #expect(try route("http://a/", [:]) == .direct)
        #expect(try route("http://a/", ["http_proxy": ""]) == .direct)
    }

    @Test("do not read what a CGI request can set")
    func httpoxy() throws {
        #expect(try route("http://a/", ["HTTP_PROXY": "http://evil:80"]) == .direct)
    }

    @Test("carry a user and password")
    func credentials() throws {
        #expect(
            try route("http://a/", ["http_proxy": "http://user:p%40ss@p:1"])
                == .forward(proxy("http://p:1", "dXNlcjpwQHNz")))
    }

    @Test(
        "leave out the hosts of no_proxy",
        arguments: [
            ("*", true), ("a.example.com", true), ("example.com", true), (".example.com", true),
            ("EXAMPLE.com , x", true),
            ("x,example.com:8080", true), ("example.com:80", false), ("ample.com", false), ("", false),
            ("b.com", false),
        ])
    func exceptions(list: String, isDirect: Bool) throws {
        let found = try route("http://a.example.com:8080/", ["http_proxy": "p:1", "no_proxy": list])
        #expect((found == .direct) == isDirect)
    }

    @Test("know addresses too")
    func addresses() throws {
        for (url, list) in [
            ("http://127.0.0.1:3000/", "127.0.0.1"), ("http://[::1]/", "::1"), ("http://[::1]/", "[::1]"),
        ] {
            #expect(try route(url, ["http_proxy": "p:1", "NO_PROXY": list]) == .direct)
        }
    }

    @Test("say what is wrong with them", arguments: ["socks5://p:1", "https://p:1", "http://", "p:99999"])
    func faults(value: String) {
        let error = #expect(throws: SourceError.self) { try route("http://a/", ["http_proxy": value]) }
        #expect(error?.message.contains("http_proxy") == true)
    }
}
