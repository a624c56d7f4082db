import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import TerminalKit

package enum CommandLineParser {
    /// - Parameter shell: what the command will run in.
    /// - Throws: `CommandError` for wrong usage, `HelpRequest` where help or the version was asked for.
    package static func parse(_ words: [String], in shell: Shell) throws -> any FeedCommand {
        // Scripts ask for it before each call: it is answered without the commands being built.
        if words == ["--version"] { throw HelpRequest(verbatim: "feedcache \(feedcacheVersion)") }
        if words.first == "help" {
            throw try HelpRequest(about: words.dropFirst().filter { !$0.hasPrefix("-") }, of: shell.commands)
        }
        let commands = shell.commands
        let isInREPL = shell.isInteractive
        let words = withCommandFirst(words, of: commands)
        if let name = words.first, !name.hasPrefix("-"), !commands.names.contains(name) {
            throw unknown(name, of: commands, isInREPL: isInREPL)
        }
        let error =
            misplacedOption(words, of: commands, isInREPL: isInREPL) ?? unknownSubcommand(words, of: commands)
            ?? unknownMode(words, of: commands)
        if let error { throw error }
        let root = commands.root
        do {
            let parsed = try root.parseAsRoot(NegativeNumbers.afterOptions(words, catalog: commands.catalog))
            if let command = parsed as? any FeedCommand { return command }
        } catch {
            guard root.exitCode(for: error) != .success else {
                if words.contains("--version") {
                    throw HelpRequest(verbatim: "feedcache \(feedcacheVersion)")
                }
                throw try help(for: words, of: commands, or: root.fullMessage(for: error))
            }
            let message = root.message(for: error)
            throw CommandError(refusing: words, message, in: shell)
        }
        // What is no command of ours is a group of commands.
        throw try help(for: words, of: commands, or: root.helpMessage())
    }

    /// The help of the command that words begin with; of all where they begin with an option.
    private static func help(for words: [String], of commands: Commands, or text: String) throws -> HelpRequest {
        // What the argument parser prints of its own accord (its completion scripts) is no help of ours.
        let asksForHelp = words.contains { $0 == "--help" || $0 == "-h" } || !words.contains { $0.hasPrefix("-") }
        return asksForHelp
            ? try HelpRequest(about: commands.catalog.path(words).map(\.commandName), of: commands)
            : HelpRequest(verbatim: text)
    }

    private static func unknownSubcommand(_ words: [String], of commands: Commands) -> CommandError? {
        // To read the catalog takes longer than most commands do.
        let first = commands.types.first { $0._commandName == words.first }
        if let first, first.configuration.subcommands.isEmpty { return nil }
        let path = commands.catalog.path(words)
        guard let command = path.last, !command.ownSubcommands.isEmpty, path.count < words.count else { return nil }
        let word = words[path.count]
        guard !word.hasPrefix("-"), word != "help" else { return nil }
        let outer = path.map(\.commandName).joined(separator: " ")
        let names = command.ownSubcommands.map(\.commandName)
        let nearest = Spelling.suggestion(for: word, among: names).map { "\(outer) \($0)" }
        let isOfSections = command.leaves.contains { $0.takes("--section") }
        let meant = nearest ?? (isOfSections ? "\(outer) --section \(ShellWords.quote(word))" : nil)
        let advice = meant.map { "did you mean “\($0)”?" } ?? "see “help \(outer)”"
        return CommandError(.usage, "unknown command “\(outer) \(word)”", advice: advice)
    }

    /// The words, with options of all commands that come before the command after it.
    private static func withCommandFirst(_ words: [String], of commands: Commands) -> [String] {
        var command = 0
        while command < words.count, words[command].hasPrefix("-") {
            guard let option = sharedOption(words[command], of: commands) else { return words }
            command += option.hasValueAfter ? 2 : 1
        }
        guard command < words.count, commands.names.contains(words[command]) else { return words }
        let rest = words[command...]
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end] + words[..<command] + rest[end...])
    }

    /// An option of all commands that has no command after it.
    private static func misplacedOption(_ words: [String], of commands: Commands, isInREPL: Bool) -> CommandError? {
        guard let word = words.first, let option = sharedOption(word, of: commands),
            !["--help", "--version"].contains(option.name)
        else { return nil }
        let text = words.prefix(option.hasValueAfter ? 2 : 1).joined(separator: " ")
        let advice =
            isInREPL
            ? "as in “status \(text)”" : "as in “feedcache status \(text)”; for the REPL: “feedcache repl \(text)”"
        return CommandError(.usage, "“\(option.name)” goes after a command, \(advice)")
    }

    /// The option of all commands that a word is, and whether the next word is its value; nil for any other word.
    private static func sharedOption(_ word: String, of commands: Commands) -> (name: String, hasValueAfter: Bool)? {
        guard word.hasPrefix("-"), let name = word.split(separator: "=").first.map(String.init) else { return nil }
        if ["-q", "-v"].contains(name) { return (name, false) }
        guard commands.catalog.sharedOptions.contains(name) else { return nil }
        let option = commands.catalog.command(["status"])?.arguments?.first { $0.option == name }
        return (name, option?.isFlag == false && !word.contains("="))
    }

    /// A mode that there is none of: the parser would offer all, also those that the command does not take.
    private static func unknownMode(_ words: [String], of commands: Commands) -> CommandError? {
        // What follows is another program's.
        let words = words.prefix { $0 != "--" }
        guard let value = words.value(of: "--format"), !value.hasPrefix("-"), OutputMode(rawValue: value) == nil,
            let name = words.first
        else { return nil }
        let modes = commands.modes(of: Array(words)).map(\.rawValue).asChoice
        return CommandError(.usage, "“\(name)” writes \(modes), not \(value)", advice: "choose one with --format")
    }

    /// - Parameter isInREPL: whether the words of the REPL are meant too.
    static func unknown(_ name: String, of commands: Commands, isInREPL: Bool = true) -> CommandError {
        if !isInREPL, REPLBuiltins.named(name) != nil {
            return CommandError(
                .usage, "“\(name)” is understood in the REPL only, which “feedcache” without a command opens",
                advice: "see “help \(name)”")
        }
        let names = commands.names + (isInREPL ? REPLBuiltins.all.flatMap(\.names) : [])
        let nearest = Spelling.suggestion(for: name, among: names).map { "did you mean “\($0)”?" }
        let advice = ForeignCommand.hint(for: name, isInREPL: isInREPL) ?? nearest ?? "“help” lists them"
        return CommandError(.usage, "unknown command “\(name)”", advice: advice)
    }
}

/// Negative numbers are arguments (`scroll ranking -3`); the parser would take them for options.
enum NegativeNumbers {
    /// The words with negative numbers moved after `--`, where nothing is an option; those that are an option's value
    /// are written as one word with it.
    ///
    /// - Parameter catalog: read only where there is a number.
    static func afterOptions(_ words: [String], catalog: @autoclosure () -> CommandCatalog) -> [String] {
        guard !words.contains("--"), words.contains(where: isNegative), let command = catalog().command(words) else {
            return words
        }
        let valued = (command.arguments ?? []).filter { !$0.isFlag }.compactMap(\.option)
        var kept: [String] = []
        var numbers: [String] = []
        for word in words {
            if !isNegative(word) {
                kept.append(word)
            } else if let option = kept.last, valued.contains(option) {
                kept[kept.count - 1] = "\(option)=\(word)"
            } else {
                numbers.append(word)
            }
        }
        return numbers.isEmpty ? kept : kept + ["--"] + numbers
    }

    private static func isNegative(_ word: String) -> Bool {
        word.first == "-" && word.count > 1 && word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}

enum ForeignCommand {
    private static let statements: Set<String> = [
        "insert", "update", "delete", "create", "drop", "alter", "pragma", "begin", "attach", "vacuum",
    ]
    /// The dot commands of sqlite3(1), and what does the same here.
    private static let dotCommands = [
        ".quit": "exit", ".exit": "exit", ".q": "exit", ".help": "help", ".mode": "mode", ".timer": "timing",
        ".read": "source", ".backup": "backup", ".tables": "tables", ".schema": "schema",
    ]

    static func hint(for word: String, isInREPL: Bool) -> String? {
        let word = word.lowercased()
        let program = isInREPL ? "" : "feedcache "
        if StatementRule.queries.contains(word) { return "SQL goes in quotes after “sql”: \(program)sql \"\(word) …\"" }
        if statements.contains(word) {
            return "the cache can only be read, with SQL in quotes after “sql”; see “help sql”"
        }
        guard word.hasPrefix(".") else { return nil }
        let meant = isInREPL ? dotCommands[word] : nil
        return meant.map { "did you mean “\($0)”?" } ?? "“help” lists what there is instead of dot commands"
    }
}
