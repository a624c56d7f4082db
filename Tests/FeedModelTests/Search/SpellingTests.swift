import Testing

@testable import FeedModel

@Suite("Spelling")
struct SpellingTests {
    @Test(
        "guesses what was meant",
        arguments: [
            ("snyc", "sync"), ("Sections", "sections"), ("collecton", "collections"), ("itesm", "items"),
        ])
    func guesses(typed: String, meant: String) {
        let words = ["sync", "sections", "collections", "items", "show"]
        #expect(Spelling.suggestion(for: typed, among: words) == meant)
    }

    @Test("does not guess wildly", arguments: ["xyz", "", "frobnicate", String(repeating: "sync", count: 1000)])
    func noGuess(typed: String) {
        #expect(Spelling.suggestion(for: typed, among: ["sync", "sections", "items"]) == nil)
    }

    @Test("does not guess a word that shares no letter")
    func nothingShared() {
        #expect(Spelling.suggestion(for: "G", among: ["?", "!"]) == nil)
        #expect(Spelling.suggestion(for: "g", among: ["G"]) == "G")
    }

    @Test("counts a swap of neighbours as one mistake")
    func distances() {
        #expect(Spelling.distance(Array("abcd"), Array("abdc")) == 1)
        #expect(Spelling.distance(Array("abc"), Array("")) == 3)
        #expect(Spelling.distance(Array("kitten"), Array("sitting")) == 3)
    }
}
