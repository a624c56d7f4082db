import TestSupport
import Testing

@testable import FeedSource

@Suite("A source URL")
struct SourceURLTests {
    @Test(
        "has one spelling",
        arguments: [
            ("HTTP://Example.COM", "http://example.com/"),
            ("https://example.com:443/a", "https://example.com/a"),
            ("http://example.com:443/a", "http://example.com:443/a"),
            ("http://example.com:/a", "http://example.com/a"),
            ("http://[::1]:8080/x", "http://[::1]:8080/x"),
            ("http://a/b/../c/./d#frag", "http://a/c/d"),
            ("http://a/../../x", "http://a/x"),
            ("http://a/b/..", "http://a/"),
            (
                "http://a/写真?種類=猫 犬&x=%E7%8C%AB",
                "http://a/%E5%86%99%E7%9C%9F?%E7%A8%AE%E9%A1%9E=%E7%8C%AB%20%E7%8A%AC&x=%E7%8C%AB"
            ),
            ("http://a/100%?q=50%25%zz", "http://a/100%25?q=50%25%25zz"),
            ("http://a?b=c", "http://a/?b=c"),
            ("http://a/b\\c|d", "http://a/b%5Cc%7Cd"),
            ("http://a/?", "http://a/?"),
            ("http://a/b%2Fc", "http://a/b%2Fc"),
        ])
    func spelling(text: String, url: String) throws {
        #expect(try SourceURL(text).description == url)
        #expect(try SourceURL(url).description == url)
    }

    @Test(
        "refuses what could be read in two ways",
        arguments: [
            ("/a", SourceURLError.notAbsolute), ("", .notAbsolute), ("file:///etc/passwd", .scheme("file")),
            ("localhost:80", .scheme("localhost")), ("http:a", .noHost), ("http:///a", .noHost),
            ("http://:80/", .noHost),
            ("http://user@a/", .userinfo), ("http://a:b@c/", .userinfo), ("http://a\\@b/", .userinfo),
            ("http://a:0/", .badPort), ("http://a:65536/", .badPort), ("http://a:1x/", .badPort),
            ("http://a:-1/", .badPort),
            ("http://a b/", .badHost), ("http://a%2eb/", .badHost), ("http://猫/", .badHost), ("http://[::1/", .badHost),
            ("http://[a]/", .badHost), ("http://a\\b/", .badHost),
            ("http://a/\r\nHost: b", .controlCharacter), ("http://a/\u{7F}", .controlCharacter),
            ("http://a/" + String(repeating: "x", count: 20_000), .tooLong),
        ])
    func refusals(text: String, fault: SourceURLError) {
        #expect(throws: fault) { try SourceURL(text) }
    }

    /// The examples of RFC 3986 §5.4, as far as they are http.
    @Test(
        "resolves references as the RFC does",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"),
            ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://h/x", "https://h/x"),
        ])
    func resolving(reference: String, url: String) throws {
        #expect(try SourceURL("http://a/b/c/d;p?q").resolving(reference).description == url)
    }

    @Test(
        "takes paths below itself",
        arguments: [
            ("http://a/api", "photos", "http://a/api/photos"), ("http://a/api/", "photos", "http://a/api/photos"),
            ("http://a", "/photos", "http://a/photos"), ("http://a/api", "", "http://a/api"),
            ("http://a/api", "p?x=1&y=a b", "http://a/api/p?x=1&y=a%20b"),
            ("http://a/api", "写真", "http://a/api/%E5%86%99%E7%9C%9F"),
            ("http://a/api", "?x=1", "http://a/api?x=1"),
        ])
    func appending(base: String, path: String, url: String) throws {
        #expect(try SourceURL(base).appending(path).description == url)
    }

    @Test("takes no absolute URL for a path", arguments: ["http://b/", "//b/", "mailto:x"])
    func appendingAbsolute(path: String) {
        #expect(throws: SourceURLError.notRelative) { try SourceURL("http://a/").appending(path) }
    }

    @Test("encodes parameters so that they arrive as they are")
    func parameters() throws {
        let url = try SourceURL("http://a/p?kind=a%2Bb&page=9&page=8")
            .setting([("page", "3"), ("q", "寿司 & a+b=c/?#"), ("名", "x")])
        #expect(
            url.query
                == "kind=a%2Bb&page=3&q=%E5%AF%BF%E5%8F%B8%20%26%20a%2Bb%3Dc%2F%3F%23&%E5%90%8D=x")
    }

    @Test("replaces parameters however their names are written")
    func replacement() throws {
        let url = try SourceURL("http://a/p?a%5B%5D=1&b+c=2&d").setting([("a[]", "3"), ("b c", "4"), ("d", "")])
        #expect(url.query == "a%5B%5D=3&b%20c=4&d=")
        #expect(try SourceURL("http://a/p").setting([]).query == nil)
    }

    @Test("is stored with the names of variables, and read again as it was")
    func stored() throws {
        let secrets = SourceSecrets(
            origin: try SourceURL("https://a/").origin, parameters: [], values: [],
            variables: ["TOKEN": "to ken", "LONG": "to ken/x", "ID": "7"])
        for (text, stored) in [
            ("https://a/to%20ken/b?c=to+ken&d=7", "https://a/${TOKEN.1}/b?c=${TOKEN.2}&d=7"),
            ("https://a/to%20ken%2Fx?to%20ken%2fx", "https://a/${LONG.1}?${LONG.4}"),
            ("https://a/b?c", "https://a/b?c"),
        ] {
            let url = try SourceURL(text).keeping(secrets)
            #expect(url.stored == stored)
            #expect(try SourceURL(stored: stored, below: url) == url)
        }
        let cursor = PageCursor.url(try SourceURL("https://a/to%20ken").keeping(secrets), isTrusted: true)
        #expect(cursor.text == "url:https://a/${TOKEN.1}")
        #expect(PageCursor(text: cursor.text, below: try SourceURL("https://a/").keeping(secrets)) == cursor)
    }

    @Test(
        "hides the values of parameters that have a secret's name, and shows the others",
        arguments: [
            ("token=s3cret&page=2&flag", "token=…&page=2&flag"), ("page=7", "page=7"),
            ("X-Amz-Signature=a", "X-Amz-Signature=…"),
            ("sig=a&api_key=b&client_secret=c&code=d", "sig=…&api_key=…&client_secret=…&code=…"),
            ("accessToken=a&pass%77ord=b", "accessToken=…&pass%77ord=…"),
            ("monkey=a&country_code=b", "monkey=a&country_code=b"),
            ("token", "token"), ("=a", "=a"),
        ])
    func redaction(query: String, shown: String) throws {
        #expect(try SourceURL("http://a:81/p?\(query)").redacted == "http://a:81/p?\(shown)")
        #expect(try SourceURL("http://a/p").redacted == "http://a/p")
    }

    @Test("distinguishes origins")
    func origins() throws {
        let origin = try SourceURL("https://a/x").origin
        #expect(try SourceURL("https://A:443/y").origin == origin)
        for other in ["http://a/", "https://a:444/", "https://b.a/", "https://ab/"] {
            #expect(try SourceURL(other).origin != origin)
        }
    }

    @Test("never stops the program, and stays what it is once read", arguments: SeededGenerator.seeds(2000))
    func fuzz(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("htps:/?#[]@%41&=+. \\aZ0~;é猫\u{301}\u{7F}\n")
        let text = String(
            (0..<Int.random(in: 0...24, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
        let base = try SourceURL("http://a/b?c")
        for candidate in [try? SourceURL("http://" + text), try? base.resolving(text), try? base.appending(text)] {
            guard let url = candidate else { continue }
            #expect(url.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "seed \(seed)")
            #expect(try SourceURL(url.description) == url, "seed \(seed): \(text)")
        }
    }
}
