import TerminalKit

/// `history`
struct HistoryBuiltin: REPLBuiltin {
    let names = ["history"]
    let usage = "[<count>]"
    let abstract = "The lines typed last, the newest at the end."
    let discussion = """
        !! stands for the last line, !-2 for the one before it, !ite for the last that begins with “ite”, and !$ for the \
        last word of the last line, each where a word begins. Ctrl-R searches.
        """
    let example = "history 10"

    private static let customary = 20

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        guard words.count <= 1, let count = words.first.map(Int.init) ?? Self.customary, count >= 0 else {
            throw Complaint(.usage, "“history” takes how many lines to show, from 0; as in “history 10”")
        }
        let lines = await session.history().suffix(count)
        for line in lines { try session.shell.output.line(TerminalSanitizer.line(line)) }
        return LineResult()
    }
}
