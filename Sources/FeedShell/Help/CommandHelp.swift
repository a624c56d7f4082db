import TerminalKit

/// What `help COMMAND` and `COMMAND --help` show: what it does, what it takes, the options of its own before those that
/// all have, and a line to type. It is made from the definitions that the commands are parsed by.
struct CommandHelp {
    private static let column = 26

    /// The command and those around it, the outermost first.
    private let path: [CommandCatalog.Command]
    private let sharedOptions: Set<String>
    private let example: String?

    init?(_ words: [String], of commands: Commands) {
        let catalog = commands.catalog
        path = catalog.path(words)
        guard !path.isEmpty else { return nil }
        sharedOptions = catalog.sharedOptions
        example = commands.command(named: path.map(\.commandName))?.example
    }

    func text(width: Int) -> String {
        guard let command = path.last else { return "" }
        let arguments = command.arguments ?? []
        // Asked for by those who see this, and the program's own.
        let options = arguments.filter { !$0.isPositional && $0.option != "--help" && $0.option != "--version" }
        let isShared = { (option: CommandCatalog.Argument) in option.option.map(sharedOptions.contains) ?? false }
        let blocks = [
            Paragraph.lines(command.abstract ?? "", width: width),
            command.discussion.map { Paragraph.lines($0, width: width) } ?? [],
            Paragraph.lines("USAGE: \(usage(command, options.filter { !isShared($0) }))", width: width),
            list("COMMANDS", command.ownSubcommands.map { ($0.commandName, $0.abstract ?? "") }, width),
            list("ARGUMENTS", arguments.filter(\.isPositional).map { ($0.usage, $0.meaning) }, width),
            list("OPTIONS", options.filter { !isShared($0) }.map { ($0.usage, $0.meaning) }, width),
            list("EVERY COMMAND TAKES", options.filter(isShared).map { ($0.usage, $0.meaning) }, width),
            example.map { ["EXAMPLE:", "  feedcache \($0)"] } ?? [],
        ]
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func usage(_ command: CommandCatalog.Command, _ options: [CommandCatalog.Argument]) -> String {
        let name = (["feedcache"] + path.map(\.commandName)).joined(separator: " ")
        if !command.ownSubcommands.isEmpty { return "\(name) <command>" }
        let positionals = (command.arguments ?? []).filter(\.isPositional)
            .map { $0.isOptional ? "[\($0.usage)]" : $0.usage }
        let flags = options.map { "[\($0.longUsage)]" }
        return ([name] + positionals + flags).joined(separator: " ")
    }

    private func list(_ title: String, _ entries: [(String, String)], _ width: Int) -> [String] {
        entries.isEmpty ? [] : ["\(title):"] + Paragraph.list(entries, column: Self.column, width: width)
    }
}

extension CommandCatalog.Argument {
    /// `<collection> …`, `--limit <limit>`, `-q, --quiet`
    var usage: String {
        guard !isPositional else { return "<\(valueName ?? "")>" + (isRepeating ? " …" : "") }
        let short = names?.first { $0.kind == "short" }.map { "-\($0.name), " } ?? ""
        return short + longUsage
    }

    fileprivate var longUsage: String {
        (option ?? "") + (isFlag ? "" : " <\(valueName ?? "")>")
    }

    fileprivate var meaning: String {
        let value = isFlag ? "" : defaultValue.map { " (default: \($0))" } ?? ""
        return (abstract ?? "") + value
    }
}
