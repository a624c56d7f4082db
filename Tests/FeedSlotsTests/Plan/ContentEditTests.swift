import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

@Suite struct ContentEditTests {
    private func edit(_ old: String, _ new: String) -> ContentEdit {
        ContentEdit(from: Array(old), to: Array(new))
    }

    /// `old` holds one `|`; gives `new` with the `|` where that gap is now.
    private func gap(_ old: String, _ new: String) -> String? {
        let offset = old.prefix { $0 != "|" }.count
        guard let place = edit(old.filter { $0 != "|" }, new).place(ofGap: offset)?.offset else { return nil }
        return new.prefix(place) + "|" + new.dropFirst(place)
    }

    @Test("A gap stays below the item above it, whatever comes and goes around")
    func above() {
        #expect(gap("abc|def", "nabc" + "def") == "nabc|def")
        #expect(gap("abc|def", "abcndef") == "abc|ndef")
        #expect(gap("abc|def", "abc") == "abc|")
        #expect(gap("abc|def", "cdef") == "c|def")
        #expect(gap("|abc", "nabc") == "n|abc")
    }

    @Test("Where the item above is gone, the gap goes to the nearest that stayed, above if two are as near")
    func nearest() {
        #expect(gap("abc|def", "abdef") == "ab|def")
        #expect(gap("abc|def", "abndef") == "abn|def")
        #expect(gap("abc|def", "abnef") == "ab|nef")
        #expect(gap("abc|def", "annef") == "ann|ef")
        #expect(gap("abc|def", "def") == "|def")
        #expect(gap("abc|def", "nndef") == "nn|def")
        #expect(gap("abc|def", "a") == "a|")
    }

    @Test("An item that moved away does not take the gap along")
    func moved() {
        #expect(gap("abc|def", "abdefc") == "ab|defc")
        #expect(gap("abc|def", "cabdef") == "cab|def")
        #expect(gap("abc|def", "dabcef") == "dabc|ef")
        #expect(gap("abc|def", "defabc") == "|defabc" || gap("abc|def", "defabc") == "defabc|")
    }

    @Test("Nothing left is no place at all")
    func nothingLeft() {
        #expect(gap("abc|def", "") == nil)
        #expect(gap("abc|def", "xyz") == nil)
        #expect(gap("|", "xyz") == nil)
    }

    @Test("Common heads and tails cost no memory, and growing at the end is one run")
    func runs() {
        #expect(edit("abcdef", "abcxdef").runs.count == 2)
        #expect(edit("abcde", "abcdexyz").runs.count == 1)
        #expect(ContentEdit(from: 0..<1_000_000, to: 1..<1_000_000).runs.count == 1)
    }

    @Test("Of an ID that occurs twice one place counts")
    func repeats() {
        #expect(edit("aab", "abb").place(ofGap: 1) != nil)
    }

    @Test("Of what both lists have, no larger part could have stayed in order, and gaps keep theirs")
    func laws() {
        for seed in SeededGenerator.seeds(3000) {
            var generator = SeededGenerator(seed: seed)
            let old = Array(0..<Int.random(in: 0...7, using: &generator))
            var new = (old + [10, 11]).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
            if Bool.random(using: &generator) { new.shuffle(using: &generator) }
            let edit = ContentEdit(from: old, to: new)
            let staying = old.filter { edit.newIndex(ofStaying: $0) != nil }
            #expect(staying.allSatisfy { new[edit.newIndex(ofStaying: $0) ?? 0] == old[$0] }, "seed \(seed)")
            #expect(new.filter(staying.contains) == staying, "seed \(seed)")
            let most = (0..<(1 << old.count)).lazy.map { subset in
                let chosen = old.filter { subset >> $0 & 1 == 1 }
                return new.filter(chosen.contains) == chosen ? chosen.count : 0
            }.max()
            #expect(staying.count == most, "seed \(seed)")
            let gaps = (0...old.count).compactMap { edit.place(ofGap: $0)?.offset }
            #expect(
                gaps == gaps.sorted() && (gaps.isEmpty ? staying.isEmpty : gaps.count == old.count + 1), "seed \(seed)")
        }
    }
}
