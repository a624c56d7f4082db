/// `exit`
struct LeaveBuiltin: REPLBuiltin {
    // Also what `\q` is read as.
    let names = ["exit", "quit", "q"]
    let abstract = "Leave the REPL, as Ctrl-D does; quit does the same."
    let example = "exit"

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        if let word = words.first {
            throw Complaint(.usage, "“exit” takes nothing, but “\(word)” follows it; leave it out")
        }
        return LineResult(isLeaving: true)
    }
}
