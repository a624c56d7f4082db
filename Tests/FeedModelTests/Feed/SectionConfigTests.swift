import FeedModel
import TestSupport
import Testing

@Suite("The section config")
struct SectionConfigTests {
    private func read(_ text: String) throws(SectionConfigError) -> [Section] {
        try SectionConfig(Array(text.utf8)).sections
    }

    @Test("both forms of section stand in one config")
    func forms() throws {
        let sections = try read(
            #"""
            {"revision": 7, "sections": [
              {"sectionType": "ranking", "sectionTitle": "人気", "items": [{"id": 1, "x": [1e400]}, {"id":"b"}]},
              {"sectionType": "hologram", "sectionTitle": "New", "collection": "articles", "id": 12, "layout": "mosaic",
               "ads": {"every": 3}, "colour": "red"}]}
            """#)
        #expect(
            sections[0]
                == Section(
                    id: "ranking:人気", type: "ranking", title: "人気", layout: "ranking",
                    content: .inline([
                        FeedItem(id: "1", payload: #"{"id": 1, "x": [1e400]}"#),
                        FeedItem(id: "b", payload: #"{"id":"b"}"#),
                    ]), payload: #"{"sectionType":"ranking","sectionTitle":"人気"}"#))
        #expect(
            sections[1]
                == Section(
                    id: "12", type: "hologram", title: "New", layout: "mosaic", content: .collection("articles"),
                    ads: #"{"every": 3}"#,
                    payload: #"""
                        {"sectionType":"hologram","sectionTitle":"New","collection":"articles","id":12,"layout":"mosaic",\#
                        "ads":{"every": 3},"colour":"red"}
                        """#))
    }

    @Test("an empty arrangement is an arrangement; null members are none")
    func empty() throws {
        #expect(try read(#"{"sections": []}"#) == [])
        let section = try read(
            #"{"sections":[{"sectionType":"a","sectionTitle":null,"id":null,"items":null,"collection":"c","ads":null,"layout":null}]}"#
        )
        #expect(section.map(\.id) == ["a"] && section.map(\.collection) == ["c"] && section.map(\.ads) == [nil])
        #expect(section.map(\.title) == [""] && section.map(\.layout) == ["list"])
    }

    @Test("its parts are where a shape says")
    func shape() throws {
        var shape = SectionShape()
        #expect(shape.fingerprint.isEmpty)
        shape.items = DottedPath("")
        (shape.id, shape.type) = (DottedPath("meta.key"), DottedPath("kind"))
        (shape.title, shape.layout, shape.collection) = (DottedPath("meta.name"), DottedPath("as"), DottedPath("list"))
        let body = Array(
            #"[{"kind":"k","meta":{"key":7,"name":"T"},"as":"grid","list":"c"},{"kind":"i","items":[{"id":"1"}]}]"#.utf8
        )
        let sections = try SectionConfig(body, shape: shape).sections
        #expect(sections.map(\.id) == ["7", "i"] && sections.map(\.type) == ["k", "i"])
        #expect(sections.map(\.title) == ["T", ""] && sections.map(\.layout) == ["grid", "list"])
        #expect(sections.map(\.collection) == ["c", nil] && !shape.fingerprint.isEmpty)
        #expect(throws: SectionConfigError.misshapen("it should have an array at “sections”")) {
            try SectionConfig(body)
        }
        #expect(throws: SectionConfigError.section(index: 0, reason: "it has no “kind”")) {
            try SectionConfig(Array(#"[{"sectionType":"k","list":"c"}]"#.utf8), shape: shape)
        }
    }

    @Test(
        "one bad section refuses the whole config",
        arguments: [
            "", "[]", "{}", "null", "{\"sections\": {}}", "{\"sections\": null}", "{\"sections\": [", "\u{0}",
            #"{"sections": [1]}"#, #"{"sections": [{"sectionTitle": "x", "items": []}]}"#,
            #"{"sections": [{"sectionType": "", "items": []}]}"#, #"{"sections": [{"sectionType": 3, "items": []}]}"#,
            #"{"sections": [{"sectionType": "a"}]}"#, #"{"sections": [{"sectionType": "a", "items": {}}]}"#,
            #"{"sections": [{"sectionType": "a", "collection": ""}]}"#,
            #"{"sections": [{"sectionType": "a", "collection": ["c"]}]}"#,
            #"{"sections": [{"sectionType": "a", "collection": "c", "items": []}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "id": 1.5}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "id": ""}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "id": {}}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "id": "a\u0000b"}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "id": "\ud800"}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "ads": 3}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "layout": 3}]}"#,
            #"{"sections": [{"sectionType": "ok", "items": []}, {"sectionType": "a"}]}"#,
        ])
    func refusals(text: String) {
        #expect(throws: SectionConfigError.self) { try read(text) }
    }

    @Test("two sections of one ID are refused, whichever way they have it")
    func duplicates() {
        for text in [
            #"{"sections": [{"sectionType": "a", "items": []}, {"sectionType": "a", "items": []}]}"#,
            #"{"sections": [{"sectionType": "a", "items": [], "id": 7}, {"sectionType": "b", "items": [], "id": "7"}]}"#,
            #"{"sections": [{"sectionType": "a", "sectionTitle": "b", "items": []}, {"sectionType": "c", "items": [], "id": "a:b"}]}"#,
        ] {
            #expect(throws: SectionConfigError.self) { try read(text) }
        }
    }

    @Test("IDs are told apart by their bytes, not by how they look")
    func spelling() throws {
        let text =
            "{\"sections\": [{\"sectionType\": \"a\", \"items\": [], \"id\": \"\u{E9}\"}, "
            + "{\"sectionType\": \"a\", \"items\": [], \"id\": \"e\u{301}\"}]}"
        #expect(try read(text).count == 2)
    }

    @Test("derived IDs stay with their sections when the order changes")
    func reordering() throws {
        let parts = (0..<6).map { #"{"sectionType": "t\#($0 % 2)", "sectionTitle": "n\#($0 / 2)", "items": []}"# }
        func ids(_ parts: [String]) throws -> [String: String] {
            let sections = try read("{\"sections\": [\(parts.joined(separator: ","))]}")
            return Dictionary(sections.map { ($0.type + "/" + $0.title, $0.id) }) { first, _ in first }
        }
        let expected = try ids(parts)
        #expect(Set(expected.values).count == 6)
        for seed in SeededGenerator.seeds(20) {
            var generator = SeededGenerator(seed: seed)
            #expect(try ids(parts.shuffled(using: &generator)) == expected, "FEEDCACHE_SEED=\(seed)")
        }
    }

    @Test("inline items have keys of their own, also without IDs and with the same one twice")
    func inlineKeys() throws {
        let items = [
            "{\"id\":\"x\"}", "{\"id\":\"x\"}", "{\"id\":\"x#2\"}", "{\"id\":\"x\"}", "{\"name\":1}", "{\"name\":1}",
            "7",
            "null", "[{\"id\":3}]", "{\"id\":1.5}", "{\"id\":\"\"}", "{\"id\":-9223372036854775809}",
        ]
        func keys(_ items: [String]) throws -> [String] {
            let text = "{\"sections\":[{\"sectionType\":\"a\",\"items\":[\(items.joined(separator: ","))]}]}"
            guard case .inline(let inline) = try read(text)[0].content else { return [] }
            #expect(inline.map(\.payload) == items)
            return inline.map(\.key)
        }
        let all = try keys(items)
        #expect(Set(all).count == items.count)
        #expect(all[0] == "x")
        #expect(all.last == "-9223372036854775809")
        #expect(try keys(["{\"name\":1}"]) == [all[4]])
        // What cannot be stored is no ID.
        let long = String(repeating: "x", count: 1_025)
        let unusable = [#"{"id":"a\u0000b"}"#, #"{"id":"\ud800"}"#, #"{"id":"\ud801"}"#, "{\"id\":\"\(long)\"}"]
        let own = try keys(unusable)
        #expect(Set(own).count == 4 && own.allSatisfy { $0.hasPrefix("-") && $0.utf8.count == 17 })
        #expect(try keys(unusable.reversed()) == own.reversed())
    }

    @Test("configs are the same where their sections are, whatever else they say")
    func sameness() {
        func areSame(_ left: String, _ right: String) -> Bool {
            SectionConfig.areSame(Array(left.utf8), Array(right.utf8))
        }
        #expect(areSame(#"{"sections": [1], "at": 1}"#, #"{"at": 2, "sections": [1]}"#))
        #expect(!areSame(#"{"sections": [1]}"#, #"{"sections": [2]}"#))
        #expect(!areSame(#"{"sections": [1]}"#, "nonsense"))
    }

    @Test("broken bytes are refused or read, never fatal")
    func hostile() {
        let good = Array(
            #"{"sections":[{"sectionType":"a","sectionTitle":"b","items":[{"id":1},{"id":"z"}],"ads":{}}]}"#.utf8)
        for seed in SeededGenerator.seeds(800) {
            var generator = SeededGenerator(seed: seed)
            var bytes = good
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: "{}[]\",:0".utf8.shuffled(using: &generator).prefix(2), at: place)
                }
            }
            if let config = try? SectionConfig(bytes) {
                #expect(Set(config.sections.map(\.id)).count == config.sections.count)
            }
        }
        #expect(throws: SectionConfigError.self) {
            try SectionConfig(Array(String(repeating: "{\"sections\":[", count: 50_000).utf8))
        }
    }
}
