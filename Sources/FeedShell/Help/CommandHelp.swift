/// What `help COMMAND` and `COMMAND --help` show: what it does, what it takes, the options of its own before those that
/// all have, and a line to type. It is made from the definitions that the commands are parsed by.
struct CommandHelp {
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
        let blocks: [HelpTopic.Block] = [
            .paragraph(command.abstract ?? ""), .paragraph(command.discussion ?? ""),
            .paragraph("USAGE: \(usage(command, options.filter { !isShared($0) }))"),
            .list(title: "COMMANDS", entries: command.ownSubcommands.map { ($0.commandName, $0.abstract ?? "") }),
            .list(title: "ARGUMENTS", entries: arguments.filter(\.isPositional).map { ($0.usage, $0.meaning) }),
            .list(title: "OPTIONS", entries: options.filter { !isShared($0) }.map { ($0.usage, $0.meaning) }),
            .list(title: "EVERY COMMAND TAKES", entries: options.filter(isShared).map { ($0.usage, $0.meaning) }),
        ]
        return (blocks + (example.map { [.example(["feedcache \($0)"])] } ?? [])).text(width: width)
    }

    private func usage(_ command: CommandCatalog.Command, _ options: [CommandCatalog.Argument]) -> String {
        let name = (["feedcache"] + path.map(\.commandName)).joined(separator: " ")
        if !command.ownSubcommands.isEmpty { return "\(name) <command>" }
        let positionals = (command.arguments ?? []).filter(\.isPositional)
            .map { $0.isOptional ? "[\($0.usage)]" : $0.usage }
        let flags = options.map { "[\($0.longUsage)]" }
        return ([name] + positionals + flags).joined(separator: " ")
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
