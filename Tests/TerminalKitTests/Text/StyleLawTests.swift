import Testing

@testable import TerminalKit

@Suite struct StyleLawTests {
    @Test("Automatic colour needs a terminal that can, and a user who does not object")
    func automatic() {
        func isColored(_ environment: [String: String], _ isTerminal: Bool = true) -> Bool {
            Style(.auto, environment: environment, isTerminal: isTerminal).isColored
        }
        #expect(isColored(["TERM": "xterm"]))
        #expect(isColored([:]))
        #expect(isColored(["NO_COLOR": ""]))
        #expect(!isColored(["TERM": "xterm"], false))
        #expect(!isColored(["NO_COLOR": "1"]))
        #expect(!isColored(["TERM": "dumb"]))
    }

    @Test("An option outranks the environment")
    func option() {
        #expect(Style(.always, environment: ["NO_COLOR": "1", "TERM": "dumb"], isTerminal: false).isColored)
        #expect(!Style(.never, environment: ["TERM": "xterm"], isTerminal: true).isColored)
        #expect(Style(nil, environment: [:], isTerminal: true).isColored)
    }

    @Test("Painting ends what it begins, and paints nothing where there is nothing to paint")
    func painting() {
        let colored = Style(.always, environment: [:], isTerminal: true)
        #expect(colored.paint("x", .bad) == "\u{1B}[31mx\u{1B}[0m")
        #expect(colored.bold("x") == "\u{1B}[1mx\u{1B}[0m")
        #expect(colored.paint("", .bad).isEmpty)
        #expect(colored.paint("x", .plain) == "x")
        #expect(Style(.never, environment: [:], isTerminal: true).dim("x") == "x")
    }
}
