/// `exit`
struct LeaveBuiltin: REPLBuiltin {
    let names = ["exit", "quit"]
    let abstract = "Leave the REPL, as Ctrl-D does; quit does the same."
    let example = "exit"

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        if let word = words.first {
            throw Complaint(.usage, "“exit” takes nothing, but “\(word)” follows it; leave it out")
        }
        return LineResult(isLeaving: true)
    }
}
