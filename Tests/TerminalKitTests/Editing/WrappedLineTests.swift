import TestSupport
import Testing

@testable import TerminalKit

@Suite("A line that is wrapped anew")
struct WrappedLineTests {
    private func above(_ text: String, under: Character? = nil, atOnce: Int = 0, _ drawn: Int, _ shown: Int) -> Int {
        WrappedLine(text, under: under, drawnAtOnce: atOnce).rowsAbove(drawnIn: drawn, shownIn: shown)
    }

    @Test("takes as many rows as its cells fill")
    func narrow() {
        #expect(above("", 10, 10) == 0)
        #expect(above("abcdefghi", 10, 10) == 0)
        #expect(above("abcdefghij", 10, 10) == 1)
        #expect(above("abcdefghij", under: "k", 10, 10) == 1)
        #expect(above("abcdefghijklmnopqrstuvwxy", 10, 5) == 5)
        #expect(above("abcdefghijklmnopqrstuvwxy", 10, 100) == 0)
    }

    @Test("leaves a cell empty that a wide character does not fit into")
    func wide() {
        // a日日日日 fills 9 of 10 cells.
        #expect(above("a日日日日日日", 10, 10) == 1)
        #expect(above("a日日日日日", 9, 9) == 1)
        // Typed, the empty cell is a blank that goes on to the next row: 日日 日日 日 is 11 cells.
        #expect(above("日日日日日", 5, 11) == 1)
        #expect(above("日日日日日", 5, 13) == 0)
        // Drawn at once each row ends in a line break.
        #expect(above("日日日日日", atOnce: 5, 5, 13) == 2)
        #expect(above("日日日日日", atOnce: 2, 5, 13) == 0)
    }

    @Test("begins a row after each line break, and keeps it")
    func lines() {
        #expect(above("> one\ntwo\n", 10, 10) == 2)
        #expect(above("> one\ntwo", 10, 100) == 1)
        #expect(above("abcdefghijkl\nm", 10, 100) == 1)
        #expect(above("a日日日\n日", atOnce: 6, 4, 100) == 3)
        // A full row is followed by an empty one, there too.
        #expect(above("abcdefghij\nk", 10, 10) == 2)
    }

    @Test("has the cursor on the character under it, wherever that has gone")
    func under() {
        #expect(above("日日", under: "日", 4, 5) == 1)
        #expect(above("日日", 4, 5) == 0)
        #expect(above("abcd", under: "e", 4, 5) == 0)
    }

    @Test("in the same window is where it was", arguments: SeededGenerator.seeds(200))
    func same(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
            ["a", "日", "é", "🍣"].randomElement(using: &generator) ?? ""
        }.joined()
        let columns = Int.random(in: 2...20, using: &generator)
        let typed = above(text, columns, columns)
        #expect(typed == above(text, atOnce: text.count, columns, columns), "seed \(seed)")
        #expect(typed * columns <= DisplayWidth.of(text) + typed + 1, "seed \(seed)")
    }
}
