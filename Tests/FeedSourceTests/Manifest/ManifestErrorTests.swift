import TestSupport
import Testing

@testable import FeedSource

@Suite("A manifest that is wrong")
struct ManifestErrorTests {
    /// A wrong manifest, and what its error must say.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let toml: String
        let line: Int?
        let key: String?
        let words: [String]

        init(_ toml: String, line: Int?, key: String?, _ words: String...) {
            (self.toml, self.line, self.key, self.words) = (toml, line, key, words)
        }

        var testDescription: String { "\(key ?? "file"): \(words.joined(separator: ", "))" }
    }

    private static func paging(_ inline: String, key: String, _ words: String) -> Wrong {
        Wrong(ManifestText.collection(paging: inline), line: 10, key: "collections.paging.\(key)", words)
    }

    private static func source(_ line: String, key: String, _ words: String) -> Wrong {
        Wrong("[source]\nname = \"x\"\n\(line)\n", line: 3, key: "source.\(key)", words)
    }

    private static func extra(_ line: String, key: String, _ words: String) -> Wrong {
        Wrong(ManifestText.collection(extra: line), line: 11, key: "collections.\(key)", words)
    }

    private static func header(_ line: String, key: String = "A", _ words: String) -> Wrong {
        Wrong(ManifestText.source + "[source.headers]\n\(line)", line: 5, key: "source.headers.\(key)", words)
    }

    static let files: [Wrong] = [
        Wrong("[source\n", line: 1, key: nil, "TOML"),
        Wrong("a = 1\n[=]", line: 2, key: nil, "name"), Wrong("[[ {]]", line: 1, key: nil, "name"),
        Wrong("", line: nil, key: "source", "[source]"),
        Wrong("a = \"\u{0}\"", line: 1, key: nil, "control character", "column 6"),
        Wrong("[source]\nname = \"x\"\n", line: 1, key: "source.base_url", "missing"),
        Wrong("source = 3", line: 1, key: "source", "a table", "an integer"),
        Wrong(ManifestText.source, line: nil, key: "collections", "[[collections]]"),
        Wrong(ManifestText.collection() + "\n[sourec]\nx = 1", line: 12, key: "sourec", "did you mean “source”?"),
        Wrong(ManifestText.source + "[collections]\nname = 1", line: 4, key: "collections", "[[collections]]"),
        Wrong(ManifestText.source + "collections = 1", line: 4, key: "source.collections", "unknown"),
        Wrong(
            ManifestText.collection() + ManifestText.collection().dropFirst(ManifestText.source.count),
            line: 12, key: "collections.name", "line 5"),
        Wrong(ManifestText.source + "[sections]\npath = \"s\"\npaht = 1", line: 6, key: "sections.paht", "“path”"),
        Wrong(ManifestText.source + "[events]\n", line: 4, key: "events.path", "missing"),
        Wrong(ManifestText.source + "[events]\npath = \"e\"\nitem = true", line: 6, key: "events.item", "“items”"),
        Wrong(
            ManifestText.source + "[events]\npath = \"e\"\nitems = \"all\"", line: 6, key: "events.items",
            "true or false", "a string"),
        Wrong(ManifestText.source + "[events]\npath = \"https://x/\"", line: 5, key: "events.path", "absolute"),
        Wrong(ManifestText.source + "[ads]\npath = \"a\"\npolicy = 1", line: 6, key: "ads.policy", "a table"),
        Wrong(
            ManifestText.source + "[ads]\npath = \"a\"\n[ads.policy]\nevrey = 3", line: 7, key: "ads.policy.evrey",
            "“every”"),
        Wrong(
            ManifestText.source + "[ads]\npath = \"a\"\n[ads.policy]\nevery = 0", line: 7, key: "ads.policy.every",
            "from 1"),
        Wrong(
            ManifestText.source + "[ads]\npath = \"a\"\n[ads.sections.top]\nttl = \"1h\"", line: 7,
            key: "ads.sections.top.ttl", "a number"),
        Wrong(
            ManifestText.source + "[ads]\npath = \"a\"\n[ads.sections.top]\nvisible = nan", line: 7,
            key: "ads.sections.top.visible", "a number"),
        Wrong(ManifestText.source + "[sections]\npath = \"https://x/\"", line: 5, key: "sections.path", "absolute"),
        Wrong(ManifestText.source + "[sections]\npath = \"../../x\"", line: 5, key: "sections.path", "base_url"),
        Wrong(ManifestText.source + "[sections]\npath = \"/a/%2e./../x?y\"", line: 5, key: "sections.path", "base_url"),
        Wrong(ManifestText.source + "[sections]\npath = \"a#b\"", line: 5, key: "sections.path", "fragment"),
    ]

    static let sources: [Wrong] = [
        source("base_url = \"ftp://x\"", key: "base_url", "ftp"),
        source("base_url = \"localhost:3000\"", key: "base_url", "http"),
        source("base_url = \"example.com/api\"", key: "base_url", "absolute"),
        source("base_url = \"https://a:b@x/\"", key: "base_url", "password"),
        source("base_url = \"https://x/?key=1\"", key: "base_url", "query"),
        source("base_url = \"https://x:99999/\"", key: "base_url", "port"),
        source("base_url = \"https://日本.jp/\"", key: "base_url", "xn--"),
        source("base_url = \"https:///\"", key: "base_url", "host"),
        source("base_url = 5", key: "base_url", "a string"),
        source("base_urls = 5", key: "base_urls", "“base_url”"),
        source("base_url = 'http://x'\ntimeout_ms = 0", key: "timeout_ms", "from 1"),
        source("base_url = 'http://x'\ntimeout_ms = 1.5", key: "timeout_ms", "an integer"),
        source("base_url = 'http://x'\nmax_body_bytes = -1", key: "max_body_bytes", "from 1"),
        source("base_url = 'http://x'\nmax_items = 0", key: "max_items", "from 1 to 1000000"),
        source("base_url = 'http://x'\nmax_items = 1000001", key: "max_items", "from 1 to 1000000"),
        source("base_url = 'http://x'\nmax_items = \"9\"", key: "max_items", "an integer"),
        source("base_url = 'http://x'\naccount = 3", key: "account", "a string"),
        source("base_url = 'http://x'\naccount = \"\"", key: "account", "empty"),
        source("base_url = 'http://x'\naccount = \"${a-b}\"", key: "account", "${"),
        source("base_url = 'http://x'\naccount_key = \"k\"", key: "account_key", "without “account”"),
        source("base_url = 'http://x'\nquery = \"a=1\"", key: "query", "a table"),
        source("base_url = 'http://x'\nquery = { key = 1 }", key: "query.key", "a string"),
        source("base_url = 'http://x'\nquery = { key = \"${}\" }", key: "query.key", "${"),
        source("base_url = 'http://x'\nquery = { \"\" = \"a\" }", key: "query.", "name"),
        source("base_url = \"https://${HOST\"", key: "base_url", "${"),
        source("base_url = \"https://${HOST}/?a=1\"", key: "base_url", "query"),
        source("base_url = 'http://x'\nassets_max = 200", key: "assets_max", "a string"),
        source("base_url = 'http://x'\nassets_max = '200 MB'", key: "assets_max", "200MB"),
        source("base_url = 'http://x'\nassets_max = '0B'", key: "assets_max", "200MB"),
        source("base_url = 'http://x'\nassets_max = '9999999999999GB'", key: "assets_max", "200MB"),
        source("base_url = 'http://x'\nassets_ahead = -1", key: "assets_ahead", "from 0 to 10000"),
        source("base_url = 'http://x'\nassets_types = ['png']", key: "assets_types", "image/*"),
        source("base_url = 'http://x'\nassets_types = 'image/*'", key: "assets_types", "an array"),
        source("base_url = 'http://x'\nretry = 3", key: "retry", "a table"),
        source("base_url = 'http://x'\nretry = { attempts = 0 }", key: "retry.attempts", "from 1"),
        source("base_url = 'http://x'\nretry = { atempts = 1 }", key: "retry.atempts", "“attempts”"),
        source(
            "base_url = 'http://x'\nretry = { base_delay_ms = 9, max_delay_ms = 8 }", key: "retry.max_delay_ms",
            "less than"),
    ].map { $0.toml.contains("'http://x'") ? Wrong($0.toml, line: 4, key: $0.key, $0.words.joined()) : $0 }

    static let collections: [Wrong] = [
        extra("validator = \"pages\"", key: "validator", "“page”"),
        extra("deleted = \"a..b\"", key: "deleted", "empty part"),
        extra("deleted = \"\"", key: "deleted", "empty"),
        extra("deleted = true", key: "deleted", "a string"),
        extra("delta = { overlap = 1 }", key: "delta.param", "missing"),
        extra("delta = { param = \"s\", overlap = -1 }", key: "delta.overlap", "at least 0"),
        extra("delta = { param = \"s\", template = \">=\" }", key: "delta.template", "has no {}"),
        extra("delta = { param = \"s\", place = \"top\" }", key: "delta.place", "head, tail"),
        extra("query = { a = 1 }", key: "query.a", "a string"),
        extra("delta = { param = \"s\", format = \"iso\" }", key: "delta.format", "epoch_ms"),
        extra("delta = { param = \"s\", format = 1 }", key: "delta.format", "a string"),
        extra("assets = 'image.url'", key: "assets", "an array"),
        extra("assets = ['a..b']", key: "assets", "empty part"),
        extra("assets = ['a', 'a']", key: "assets", "twice"),
        extra("detail = {}", key: "detail.path", "missing"),
        extra("detail = { path = \"a\" }", key: "detail.path", "write {id}, or {ids}"),
        extra("detail = { path = \"a/{id}/{ids}\" }", key: "detail.path", "one place"),
        extra("detail = { path = \"a/{id}?p={page}\" }", key: "detail.path", "only pages of a list"),
        extra("detail = { path = \"https://x/{id}\" }", key: "detail.path", "absolute"),
        extra("detail = { path = \"../{id}\" }", key: "detail.path", "base_url"),
        extra("detail = { path = \"a/{id}\", batch = 2 }", key: "detail.batch", "needs {ids}"),
        extra("detail = { path = \"a?ids={ids}\", batch = 0 }", key: "detail.batch", "from 1"),
        extra("detail = { path = \"a/{idd}\" }", key: "detail.path", "write {id}, or {ids}"),
        extra("query = { a = \"{id}\" }", key: "query.a", "no placeholder"),
        extra("keep = 1000", key: "keep", "a table"),
        extra("keep = {}", key: "keep.newest", "missing"),
        extra("keep = { newest = 0 }", key: "keep.newest", "from 1 to"),
        extra("keep = { newest = \"all\" }", key: "keep.newest", "an integer"),
        extra("keep = { newst = 10 }", key: "keep.newst", "did you mean “newest”?"),
        extra("keep = { newest = 10, days = 3 }", key: "keep.days", "keep one"),
        extra("keep = { newest = 10, by = \"at\" }", key: "keep.by", "keep one"),
        extra("keep = { days = 3 }", key: "keep.by", "missing"),
        extra("keep = { days = 0, by = \"at\" }", key: "keep.days", "from 1 to 3660"),
        extra("keep = { by = \"at\" }", key: "keep.days", "missing"),
        extra("keep = { days = 3, by = \"\" }", key: "keep.by", "empty"),
        extra("keep = { newest = 10 }", key: "keep", "style"),
        Wrong(
            ManifestText.collection(
                paging: "{ style = \"page\" }",
                extra: "delta = { param = \"s\", place = \"head\" }\nkeep = { newest = 10 }"),
            line: 11, key: "collections.delta.place", "no meaning with keep"),
        extra("whole_every = \"1d\"", key: "whole_every", "needs delta"),
        extra("whole_every = 7", key: "whole_every", "a string"),
        extra("whole_every = \"7\"", key: "whole_every", "12h"),
        extra("whole_every = \"1w\"", key: "whole_every", "7d"),
        extra("whole_every = \"-1d\"", key: "whole_every", "7d"),
        extra("whole_every = \"59s\"", key: "whole_every", "at least 60s"),
        extra("whole_every = \"99999999999999999999d\"", key: "whole_every", "unit"),
        extra("whole_every = \"9999999999999999d\"", key: "whole_every", "ten years"),
        Wrong(
            ManifestText.collection().replacing("path = \"photos\"", with: "path = \"photos/${}\""), line: 6,
            key: "collections.path", "${"),
        Wrong(
            ManifestText.collection().replacing("path = \"photos\"", with: "path = \"http://${A}/\""), line: 6,
            key: "collections.path", "absolute"),
        Wrong(
            ManifestText.collection(paging: "{ style = \"page\", param = \"key\" }").replacing(
                "[[coll", with: "[source.query]\nkey = \"1\"\n[[coll"),
            line: 12, key: "collections.paging.param", "[source] query"),
        Wrong(
            ManifestText.collection(paging: "{ style = \"offset\", size = 3 }").replacing(
                "[[coll", with: "[source.query]\noffset = \"1\"\n[[coll"),
            line: 12, key: "collections.paging", "“offset”"),
        Wrong(
            ManifestText.collection(extra: "delta = { param = \"key\" }").replacing(
                "[[coll", with: "[source.query]\nkey = \"1\"\n[[coll"),
            line: 13, key: "collections.delta.param", "[source] query"),
        Wrong(
            ManifestText.collection(extra: "delta = { param = \"s\" }").replacing(
                "version = \"updated_at\"\n", with: ""),
            line: 10, key: "collections.delta", "version"),
        Wrong(
            ManifestText.collection().replacing("id = \"id\"", with: "id = \"\""), line: 8, key: "collections.id",
            "empty"),
        Wrong(
            ManifestText.collection().replacing("name = \"photos\"", with: "name = \"--full\""), line: 5,
            key: "collections.name", "options"),
        Wrong(
            ManifestText.collection().replacing("name = \"photos\"", with: "name = \"a\\u001b\""), line: 5,
            key: "collections.name", "control"),
        Wrong(
            ManifestText.collection().replacing("items = \"\"\n", with: ""), line: 4, key: "collections.items",
            "missing"),
    ]

    static let pagings: [Wrong] = [
        paging("{ style = \"noen\" }", key: "style", "did you mean “none”?"),
        paging("{ }", key: "style", "after_id"),
        paging("{ style = \"cursor\", next = \"n\", first = 1 }", key: "first", "a string"),
        paging("{ style = 1 }", key: "style", "a string"),
        paging("{ style = \"page\", parm = \"p\" }", key: "parm", "“param”"),
        paging("{ style = \"page\", next = \"n\" }", key: "next", "“page”"),
        paging("{ style = \"none\", has_next = \"m\" }", key: "has_next", "“none”"),
        paging("{ style = \"none\", param = \"p\" }", key: "param", "“none”"),
        paging("{ style = \"cursor\" }", key: "next", "missing"),
        paging("{ style = \"next_url\" }", key: "next", "next_header"),
        paging("{ style = \"next_url\", next = \"a\", next_header = \"B\" }", key: "next_header", "keep one"),
        paging(
            "{ style = \"page\", total_pages = \"a\", total_pages_header = \"B\" }", key: "total_pages_header", "one"),
        paging("{ style = \"offset\" }", key: "size", "has_next"),
        paging("{ style = \"page\", size_param = \"n\" }", key: "size_param", "size"),
        paging("{ style = \"page\", size = 0 }", key: "size", "from 1"),
        paging("{ style = \"page\", first = -1 }", key: "first", "from 0"),
        paging("{ style = \"page\", first = \"1\" }", key: "first", "an integer"),
        paging("{ style = \"cursor\", next = \"n\", first = true }", key: "first", "a string"),
        paging("{ style = \"page\", param = \"\" }", key: "param", "empty"),
        paging("{ style = \"page\", size_param = \"page\", size = 3 }", key: "size_param", "already"),
        paging("{ style = \"page\", total_pages_header = \"a b\" }", key: "total_pages_header", "header"),
        paging("{ style = \"offset\", total = \".\" }", key: "total", "empty part"),
        paging("{ style = \"page\", end_status = 404 }", key: "end_status", "an array of integers"),
        paging("{ style = \"page\", end_status = [\"404\"] }", key: "end_status", "an array of integers"),
        paging("{ style = \"page\", end_status = [404, 500] }", key: "end_status", "500"),
        paging("{ style = \"page\", end_status = [401] }", key: "end_status", "401"),
        paging("{ style = \"none\", end_status = [404] }", key: "end_status", "“none”"),
    ]

    static let headers: [Wrong] = [
        header("\"a b\" = \"x\"", key: "a b", "name a header"), header("Host = \"x\"", key: "Host", "itself"),
        header("If-None-Match = \"x\"", key: "If-None-Match", "itself"), header("A = \"a\\nb\"", "line break"),
        header("A = \"${}\"", "${"), header("A = \"${1a}\"", "${"), header("A = \"${a\"", "${"),
        header("A = 1", "a string"),
    ]

    @Test("says where and why", arguments: files + sources + collections + pagings + headers)
    func message(wrong: Wrong) throws {
        let error = #expect(throws: ManifestError.self) { try Manifest(toml: wrong.toml, file: "feed.toml") }
        let found = try #require(error)
        #expect(found.line == wrong.line, "\(found)")
        #expect(found.key == wrong.key, "\(found)")
        #expect(found.description.hasPrefix("feed.toml"))
        #expect(!found.description.contains("\n"), "one line")
        for word in wrong.words { #expect(found.description.contains(word)) }
    }

    @Test(
        "is not followed into its depths",
        arguments: [
            String(repeating: "a.", count: 20_000) + "a = 1", "[" + String(repeating: "a.", count: 20_000) + "a]",
            "a = " + String(repeating: "[", count: 40_000), String(repeating: "a = {", count: 20_000),
            "[a]\nb = " + String(repeating: "{a = [", count: 10_000),
        ])
    func depth(toml: String) {
        let error = #expect(throws: ManifestError.self) { try Manifest(toml: toml, file: "feed.toml") }
        #expect(error?.code == "syntax")
    }

    @Test("names the first unknown key, not any of them")
    func firstOfSeveral() {
        let toml = ManifestText.collection(extra: "zzz = 1\naaa = 2")
        let error = #expect(throws: ManifestError.self) { try Manifest(toml: toml, file: "feed.toml") }
        #expect(error?.key == "collections.zzz")
    }

    @Test("never stops the program, whatever it holds", arguments: SeededGenerator.seeds(300))
    func fuzz(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Array((Manifest.gourmetText() + ManifestText.collection(extra: "delta = { param = 's' }")).utf8)
        let marks = Array("\"'[]{}=.#,\n\\\u{0}-_ é0x".utf8)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(marks.randomElement(using: &random) ?? 0, at: place)
            case 2: bytes[place] = marks.randomElement(using: &random) ?? 0
            default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            _ = try Manifest(toml: text, file: "feed.toml")
        } catch {
            #expect(!error.description.isEmpty, "seed \(seed)")
        }
    }
}
