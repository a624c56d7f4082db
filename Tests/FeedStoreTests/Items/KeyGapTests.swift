import TestSupport
import Testing

@testable import FeedStore

@Suite("A gap between keys")
struct KeyGapTests {
    @Test("holds what lies between its ends in the order of bytes, not they themselves")
    func betweenEnds() {
        let gap = KeyGap(from: "b", to: "d")
        #expect(
            ["a", "b", "b\u{0}", "c", "cz", "d", "e"].map(gap.contains) == [
                false, false, true, true, true, false, false,
            ])
        #expect(["", "a", "é"].map(KeyGap(from: nil, to: "b").contains) == [true, true, false])
        #expect(["a", "b", "bb", "é"].map(KeyGap(from: "b", to: nil).contains) == [false, false, true, true])
        #expect(KeyGap(from: nil, to: nil).contains(""))
        // Composed, and of two characters, which come before it in bytes.
        #expect(!KeyGap(from: "\u{E9}", to: nil).contains("e\u{301}"))
    }

    @Test("never holds a key that was added, whichever order they come in", arguments: 0..<50 as Range<UInt64>)
    func additions(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let keys = (0..<30).map { _ in String(Int.random(in: 0..<2_000, using: &generator)) }
        let ends = [nil] + keys.map(Optional.some)
        var gap = KeyGap(from: ends.randomElement(using: &generator) ?? nil, to: nil)
        for (index, key) in keys.enumerated() {
            gap.add(key)
            #expect(!keys[...index].contains(where: gap.contains))
        }
    }

    @Test("goes on beyond keys that come in order, rising or falling")
    func inOrder() {
        var rising = KeyGap(from: "a1", to: nil)
        rising.add("a2")
        rising.add("a3")
        #expect(rising.contains("a4") && !rising.contains("a2"))
        var falling = KeyGap(from: nil, to: "a9")
        falling.add("a8")
        falling.add("a7")
        #expect(falling.contains("a6") && !falling.contains("a8"))
    }
}
