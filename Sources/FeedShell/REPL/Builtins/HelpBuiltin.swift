/// `help`, `help items`, `help source`, `help manifest`
struct HelpBuiltin: REPLBuiltin {
    let names = ["help", "?"]
    let usage = "[<command>|<topic>]"
    let abstract = "The commands, or what one command or topic is about, with an example."
    let example = "help items"

    func candidates(for word: String, behind words: [String]) -> [Completion.Candidate] {
        let path = CommandCatalog.shared.path(Array(words.dropFirst()))
        guard path.count == words.count - 1 else { return [] }
        let commands = path.last.map(\.ownSubcommands) ?? CommandCatalog.shared.commands
        let candidates = commands.map { Completion.Candidate(word: $0.commandName, note: $0.abstract) }
        guard path.isEmpty else { return candidates }
        return candidates + REPLBuiltins.all.map { Completion.Candidate(word: $0.name, note: $0.abstract) }
            + HelpTopic.all.map { Completion.Candidate(word: $0.name, note: $0.abstract) }
    }

    func run(_ words: [String], in session: REPLSession) async throws -> LineResult {
        throw try HelpRequest(about: words)
    }
}
