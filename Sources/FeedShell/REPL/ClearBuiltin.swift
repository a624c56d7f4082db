import TerminalKit

/// `clear`
struct ClearBuiltin: REPLBuiltin {
    let names = ["clear"]
    let abstract = "Clear the screen, as Ctrl-L does."
    let example = "clear"

    /// The cursor at home, then the screen and what has scrolled off it erased (ECMA-48 CUP, ED; xterm's ED 3).
    private static let sequence = "\u{1B}[H\u{1B}[2J\u{1B}[3J"

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        if let word = words.first {
            throw Complaint(.usage, "“clear” takes nothing, but “\(word)” follows it; leave it out")
        }
        let output = session.shell.output
        let isDumb = ["", "dumb"].contains(session.shell.environment["TERM"] ?? "")
        if output.isTerminal, !isDumb { try output.write(Self.sequence) }
        return LineResult()
    }
}
