import Testing

@testable import FeedSource

@Suite("The fingerprint of a walk")
struct FingerprintTests {
    private static let toml = ManifestText.collection(paging: #"{ style = "cursor", next = "n", size = 5 }"#)

    private func fingerprint(_ toml: String) throws -> String {
        let source = try Manifest(toml: toml, file: "feed.toml").resolved(environment: ["A": "1", "B": "2"])
        return try #require(source.collections.first).fingerprint(source: source)
    }

    @Test("is the same for ever")
    func stable() throws {
        #expect(try fingerprint(Self.toml) == "8f1029f8734bcda863e93025f2a1aeee")
    }

    @Test(
        "changes with all that defines the walk",
        arguments: [
            ("path = \"photos\"", "path = \"photo\""), ("items = \"\"", "items = \"data\""),
            ("id = \"id\"", "id = \"uid\""),
            ("version = \"updated_at\"", "version = \"at\""), ("size = 5", "size = 6"),
            ("next = \"n\"", "next = \"m\""),
            ("com/v1", "com/v2"), ("com/v1", "com/${A}"),
            ("[[coll", "[source.headers]\nAuthorization = \"${A}\"\n[[coll"),
            ("[[coll", "[source.query]\nkey = \"${A}\"\n[[coll"), ("path = \"photos\"", "path = \"photos/${A}\""),
            ("\"cursor\"", "\"next_url\""), ("version = \"updated_at\"\n", ""),
        ])
    func changes(old: String, new: String) throws {
        #expect(try fingerprint(Self.toml.replacing(old, with: new)) != fingerprint(Self.toml))
    }

    @Test(
        "stays when only the talk about it changes",
        arguments: [
            ("[source]", "# comment\n[source]"), ("name = \"test\"", "name = \"other\""),
            ("com/v1\"", "com/v1\"\ntimeout_ms = 5"), ("size = 5 }", "size = 5 }\nvalidator = \"list\""),
        ])
    func stays(old: String, new: String) throws {
        #expect(try fingerprint(Self.toml.replacing(old, with: new)) == fingerprint(Self.toml))
    }

    @Test("keeps texts apart that run together")
    func boundaries() {
        var left = Fingerprint(), right = Fingerprint(), none = Fingerprint()
        left.add("ab")
        left.add("c")
        right.add("a")
        right.add("bc")
        none.add(nil as String?)
        #expect(left.text != right.text)
        #expect(none.text != Fingerprint().text)
        #expect(left.text.count == 32)
    }
}
