import Testing

@testable import FeedStore

@Suite("The keys that a page has mentioned")
struct MentionedKeysTests {
    @Test("may be what lies between the least and the greatest in the order of bytes, and these themselves")
    func betweenEnds() {
        var keys = MentionedKeys()
        #expect(!keys.mayHave("a"))
        keys.add("b")
        keys.add("d")
        let answers = ["", "a", "b", "bb", "c", "d", "d\u{0}", "e", "é"].map(keys.mayHave)
        #expect(answers == [false, false, true, true, true, true, false, false, false])
    }

    @Test("orders keys as SQLite does, not as text is sorted for people")
    func bytes() {
        var keys = MentionedKeys()
        // The same letter composed, and of two characters, which come before it in bytes.
        keys.add("\u{E9}")
        #expect(!keys.mayHave("e\u{301}"))
        keys.add("e\u{301}")
        #expect(keys.mayHave("z"))
        #expect(keys.mayHave("e\u{301}") && keys.mayHave("\u{E9}"))
        #expect(!keys.mayHave("\u{1F600}"))
    }

    @Test("may be each key that was added", arguments: 0..<20)
    func all(seed: Int) {
        var keys = MentionedKeys()
        let added = (0..<50).map { String((($0 &* 7_919) ^ seed &* 104_729) % 9_973, radix: 36) }
        for key in added { keys.add(key) }
        #expect(added.allSatisfy(keys.mayHave))
        let (least, greatest) = (added.min() ?? "", added.max() ?? "")
        #expect(!keys.mayHave(greatest + "0") && !keys.mayHave(String(least.dropLast())))
    }
}

extension MentionedKeys {
    fileprivate mutating func add(_ key: String) { add(MergedItem(key: key, found: nil, removed: nil)) }
}
