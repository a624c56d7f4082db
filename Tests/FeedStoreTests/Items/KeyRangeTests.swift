import Testing

@testable import FeedStore

@Suite("A range of keys")
struct KeyRangeTests {
    @Test("may contain what lies between its ends in the order of bytes, and they themselves")
    func betweenEnds() {
        var range = KeyRange()
        #expect(!range.mayContain("a"))
        range.add("b")
        range.add("d")
        let answers = ["", "a", "b", "bb", "c", "d", "d\u{0}", "e", "é"].map(range.mayContain)
        #expect(answers == [false, false, true, true, true, true, false, false, false])
    }

    @Test("orders keys as SQLite does, not as text is sorted for people")
    func bytes() {
        var range = KeyRange()
        // The same letter composed, and of two characters, which come before it in bytes.
        range.add("\u{E9}")
        #expect(!range.mayContain("e\u{301}"))
        range.add("e\u{301}")
        #expect(range.mayContain("z"))
        #expect(range.mayContain("e\u{301}") && range.mayContain("\u{E9}"))
        #expect(!range.mayContain("\u{1F600}"))
    }

    @Test("contains each key that was added", arguments: 0..<20)
    func all(seed: Int) {
        var range = KeyRange()
        let keys = (0..<50).map { String((($0 &* 7_919) ^ seed &* 104_729) % 9_973, radix: 36) }
        for key in keys { range.add(key) }
        #expect(keys.allSatisfy(range.mayContain))
        let (least, greatest) = (keys.min() ?? "", keys.max() ?? "")
        #expect(!range.mayContain(greatest + "0") && !range.mayContain(String(least.dropLast())))
    }
}
