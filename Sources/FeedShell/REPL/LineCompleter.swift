import FeedCache

/// Completes a line of the REPL: commands, options and their values, names from the cache.
struct LineCompleter {
    let shell: Shell
    let catalog: CommandCatalog
    /// Words the REPL itself understands.
    let builtins: [String]

    func complete(_ line: String) -> Completion {
        let words = ShellWords(line)
        let word = words.endsInWord ? words.lastWord : ""
        let isQuoted = words.flaw != nil
        return Completion(
            of: word, among: candidates(for: word, behind: words.wordsBeforeLast), isQuoted: isQuoted)
    }

    private func candidates(for word: String, behind words: [String]) -> [Completion.Candidate] {
        guard let name = words.first else {
            return catalog.commands.map { Completion.Candidate(word: $0.commandName, note: $0.abstract) }
                + builtins.map { Completion.Candidate(word: $0) }
        }
        if name == "help" {
            return catalog.commands.map { Completion.Candidate(word: $0.commandName, note: $0.abstract) }
        }
        guard let command = catalog.command(words) else { return [] }
        if let option = words.last.flatMap({ option(named: $0, of: command) }), option.kind == "option" {
            return values(of: option, word, words)
        }
        if word.hasPrefix("-") {
            return (command.arguments ?? []).compactMap { argument in
                argument.option.map { Completion.Candidate(word: $0, note: argument.abstract) }
            }
        }
        if let subcommands = command.subcommands?.filter({ $0.commandName != "help" }), !subcommands.isEmpty {
            return subcommands.map { Completion.Candidate(word: $0.commandName, note: $0.abstract) }
        }
        return positional(of: command, behind: words).map { values(of: $0, word, words) } ?? []
    }

    private func option(named word: String, of command: CommandCatalog.Command) -> CommandCatalog.Argument? {
        command.arguments?.first { $0.option == word }
    }

    private func values(
        of argument: CommandCatalog.Argument, _ word: String, _ words: [String]
    ) -> [Completion.Candidate] {
        if let values = argument.allValues { return values.map { Completion.Candidate(word: $0) } }
        return Completions.names(of: argument.valueName ?? "", behind: words, in: shell, prefix: word)
    }

    /// The positional argument that the next word is for.
    private func positional(
        of command: CommandCatalog.Command, behind words: [String]
    ) -> CommandCatalog.Argument? {
        let positionals = (command.arguments ?? []).filter { $0.kind == "positional" }
        var count = 0
        var isValue = false
        for word in words.dropFirst() {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-") {
                isValue = option(named: word, of: command)?.kind == "option"
            } else {
                count += 1
            }
        }
        return count < positionals.count ? positionals[count] : positionals.last { $0.isRepeating }
    }
}
