import TestSupport
import Testing

@testable import TerminalKit

@Suite("Lines put together")
struct LineAssemblyTests {
    @Test("are whole where no quote is open, and know where they began")
    func joining() {
        var lines = LineAssembly()
        #expect(lines.add("a") == .whole(ShellWords("a"), number: 1))
        #expect(lines.add("sql 'b") == .incomplete)
        #expect(lines.flaw == .openQuote("'"))
        #expect(lines.add("") == .incomplete)
        #expect(lines.add("c'") == .whole(ShellWords("sql 'b\n\nc'"), number: 2))
        #expect(lines.flaw == nil && lines.isEmpty)
        #expect(lines.add("d \\") == .incomplete)
        lines.drop()
        #expect(lines.add("e") == .whole(ShellWords("e"), number: 6))
    }

    @Test("are bounded, and what follows a line that is too long is read")
    func bounds() {
        var lines = LineAssembly()
        let piece = String(repeating: "x", count: 1 << 18)
        var step = lines.add("'")
        for _ in 0..<3 where step == .incomplete { step = lines.add(piece) }
        #expect(step == .incomplete)
        #expect(lines.add(piece) == .tooLong(number: 1))
        #expect(lines.add("a") == .whole(ShellWords("a"), number: 6))
    }

    @Test("are the same as read at once", arguments: SeededGenerator.seeds(200))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = (0..<4).map { _ in RandomText.make(&generator, longest: 8).replacing("\n", with: "") }
        var lines = LineAssembly()
        var pending: [String] = []
        for piece in pieces {
            pending.append(piece)
            let joined = pending.joined(separator: "\n")
            let step = lines.add(piece)
            if ShellWords(joined).flaw == nil {
                guard case .whole(let words, _) = step else {
                    Issue.record("seed \(seed): \(step)")
                    return
                }
                #expect(Array(words.text.unicodeScalars) == Array(joined.unicodeScalars), "seed \(seed)")
                #expect(words == ShellWords(joined), "seed \(seed)")
                pending = []
            } else {
                #expect(step == .incomplete, "seed \(seed)")
            }
        }
    }
}
