import Foundation
import TestSupport
import Testing

@testable import TerminalKit

@Suite("Which pager")
struct PagerChoiceTests {
    private func command(_ environment: [String: String]) -> String? {
        Pager(
            variable: "OWN_PAGER", environment: ["TERM": "xterm", "PATH": "/usr/bin:/bin"].merging(environment) { $1 })?
            .command
    }

    @Test("OWN_PAGER outranks PAGER, and what is not there is passed over")
    func order() {
        #expect(command(["OWN_PAGER": "sh -c x", "PAGER": "tee"]) == "sh -c x")
        #expect(command(["PAGER": "tee -a x"]) == "tee -a x")
        #expect(command(["OWN_PAGER": "no-such-pager", "PAGER": "tee"]) == "tee")
        #expect(command(["OWN_PAGER": "/no/such/pager", "PAGER": "A=1 tee"]) == "A=1 tee")
        #expect(command(["PATH": "/nowhere"]) == nil)
    }

    @Test("an empty variable or `cat` means none, and a dumb terminal gets only what was meant for us")
    func none() {
        #expect(command(["OWN_PAGER": "", "PAGER": "tee"]) == nil)
        #expect(command(["PAGER": "cat"]) == nil)
        #expect(command(["PAGER": "tee", "TERM": "dumb"]) == nil)
        #expect(command(["OWN_PAGER": "tee", "TERM": "dumb"]) == "tee")
    }

    @Test("less gets its customary options, unless the user has own ones")
    func less() {
        #expect(
            Pager(variable: "OWN_PAGER", environment: ["OWN_PAGER": "tee", "PATH": "/usr/bin"])?.environment["LESS"]
                == "FRX")
        let own = ["OWN_PAGER": "tee", "LESS": "S", "PATH": "/usr/bin"]
        #expect(Pager(variable: "OWN_PAGER", environment: own)?.environment["LESS"] == "S")
    }
}

@Suite struct ScreenRulerTests {
    private func isOverfull(_ text: String, inPieces size: Int) throws -> Bool {
        let terminal = try #require(PseudoTerminal())
        // 20 rows of 60 cells.
        var ruler = ScreenRuler(try #require(TerminalSize(of: terminal.descriptor, environment: [:])))
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            ruler.take(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        return ruler.isOverfull
    }

    @Test("Lines count by the cells they take, colours for nothing", arguments: [1, 7, 10_000])
    func measures(_ size: Int) throws {
        func line(_ text: String) -> String { text + "\n" }
        #expect(try !isOverfull(String(repeating: "a\n", count: 19), inPieces: size))
        #expect(try isOverfull(String(repeating: "a\n", count: 20), inPieces: size))
        #expect(try !isOverfull(String(repeating: String(repeating: "日", count: 30) + "\n", count: 19), inPieces: size))
        #expect(try isOverfull(String(repeating: String(repeating: "日", count: 31) + "\n", count: 10), inPieces: size))
        let colored = String(repeating: "\u{1B}[2ma\u{1B}[0m", count: 60) + "\n"
        #expect(try !isOverfull(String(repeating: colored, count: 19), inPieces: size))
        #expect(try isOverfull(String(repeating: "a", count: 1_200), inPieces: size))
    }
}
