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

    @Test("of a statement go on until it is whole or a line is empty")
    func statements() {
        let rule = StatementRule(begins: { $0.hasPrefix("go") }, isComplete: { $0.hasSuffix(".") })
        var lines = LineAssembly(statements: rule)
        #expect(lines.add("go.") == .statement("go.", number: 1))
        #expect(lines.add("go 'on") == .incomplete)
        #expect(lines.isInStatement && !lines.isEmpty && lines.flaw == nil)
        #expect(lines.add("and on.") == .statement("go 'on\nand on.", number: 2))
        #expect(lines.add(" go") == .whole(ShellWords(" go"), number: 4))
        #expect(lines.add("go") == .incomplete)
        #expect(lines.add("  ") == .statement("go", number: 5))
        #expect(lines.add("'a") == .incomplete)
        #expect(lines.add("go'") == .whole(ShellWords("'a\ngo'"), number: 7))
        #expect(lines.add("go") == .incomplete)
        #expect(lines.finish() == .statement("go", number: 9))
        #expect(lines.finish() == nil && lines.isEmpty)
        #expect(lines.add("go") == .incomplete)
        lines.drop()
        #expect(lines.add("b") == .whole(ShellWords("b"), number: 11))
        let piece = "go" + String(repeating: "x", count: 1 << 19)
        #expect(lines.add(piece) == .incomplete)
        #expect(lines.add(piece) == .tooLong(number: 12))
        #expect(lines.add("c") == .whole(ShellWords("c"), number: 14))
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
