import TerminalKit

struct LineCompleter {
    let shell: Shell
    var builtins = REPLBuiltins.all

    private var catalog: CommandCatalog { shell.commands.catalog }

    /// - Parameter statement: the lines before this one of the SQL that is being typed; empty outside.
    func complete(_ line: EditedLine, statement: String = "") -> Completion {
        let use = WordUse(line.history)
        if !statement.isEmpty || StatementRule.sql.begins(line.before) {
            let before = statement.isEmpty ? line.before : statement + "\n" + line.before
            let (typed, candidates) = SQLCompleter(shell: shell).candidates(before: before, after: line.after)
            return Completion(of: typed, among: use.ranked(candidates), isFuzzy: true, spelling: .verbatim)
        }
        let words = ShellWords(line.before)
        let word = words.endsInWord ? words.lastWord : ""
        let candidates = candidates(for: word, after: words.wordsBeforeLast)
        return Completion(of: word, among: use.ranked(candidates), isFuzzy: true)
    }

    /// Candidates for a word after others, fitting or not.
    func candidates(for word: String, after words: [String]) -> [Completion.Candidate] {
        guard let name = words.first else {
            return catalog.commands.map(\.candidate)
                + builtins.map { Completion.Candidate(word: $0.name, note: $0.abstract) }
        }
        // After a redirection comes a file.
        if words.last == ">" || words.last == ">>" { return FileNames.candidates(for: word) }
        if name == RepeatBuiltin().name, let command = RepeatBuiltin.command(in: words), !command.isEmpty {
            return candidates(for: word, after: command)
        }
        if let builtin = builtins.first(where: { $0.names.contains(name) }) {
            return builtin.candidates(for: word, after: words, of: shell.commands)
        }
        if let (argument, before) = argument(for: word, after: words) {
            let values = values(of: argument, String(word.dropFirst(before.count)), words)
            if before.isEmpty { return values }
            return values.map { value in
                var whole = value
                whole.word = before + value.word
                return whole
            }
        }
        guard let command = catalog.command(words) else { return [] }
        if word.hasPrefix("-") { return word.contains("=") ? [] : options(of: command, after: words) }
        return command.ownSubcommands.map(\.candidate)
    }

    // MARK: Options

    private func options(of command: CommandCatalog.Command, after words: [String]) -> [Completion.Candidate] {
        (command.arguments ?? []).compactMap { argument in
            guard let option = argument.option, argument.isRepeating || !words.contains(option) else { return nil }
            return Completion.Candidate(word: option, note: argument.abstract)
        }
    }

    private func valued(_ name: String, of command: CommandCatalog.Command) -> CommandCatalog.Argument? {
        command.arguments?.first { $0.option == name && !$0.isFlag }
    }

    private func values(
        of argument: CommandCatalog.Argument, _ word: String, _ words: [String]
    ) -> [Completion.Candidate] {
        if argument.option == "--format" {
            return shell.commands.modes(of: words).map { Completion.Candidate(word: $0.rawValue) }
        }
        if ["expression", "names"].contains(argument.valueName) {
            return SQLCompleter(shell: shell).candidates(
                for: word, of: argument, after: words, collection: Completions.collection(among: words, in: shell))
        }
        if let values = argument.allValues { return values.map { Completion.Candidate(word: $0) } }
        let names = Completions.names(of: argument.valueName ?? "", after: words, in: shell, prefix: word)
        if let files = argument.completionKind?.file {
            return names + FileNames.candidates(for: word, extensions: files.extensions ?? [])
        }
        if argument.completionKind?.directory != nil { return FileNames.candidates(for: word, onlyFolders: true) }
        return names
    }

    // MARK: Arguments

    private func positional(of command: CommandCatalog.Command, after words: [String]) -> CommandCatalog.Argument? {
        let positionals = (command.arguments ?? []).filter { $0.isPositional && $0.isShown }
        var count = 0
        var isValue = false
        for word in words.dropFirst(catalog.path(words).count) {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-") {
                isValue = valued(word, of: command) != nil
            } else {
                count += 1
            }
        }
        return count < positionals.count ? positionals[count] : positionals.last { $0.isRepeating }
    }

    /// The argument that a word after others is a value of, and what precedes the value in the word, as in `--db=a.db`; nil
    /// where it names a command or an option.
    func argument(for word: String, after words: [String]) -> (argument: CommandCatalog.Argument, before: Substring)? {
        guard let command = catalog.command(words) else { return nil }
        if let option = words.last.flatMap({ valued($0, of: command) }) { return (option, "") }
        guard word.hasPrefix("-") else {
            return command.ownSubcommands.isEmpty ? positional(of: command, after: words).map { ($0, "") } : nil
        }
        return word.firstIndex(of: "=").flatMap { equals in
            valued(String(word[..<equals]), of: command).map { ($0, word[...equals]) }
        }
    }
}
