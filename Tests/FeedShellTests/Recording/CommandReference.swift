@testable import FeedShell

/// The reference of all commands in Markdown, made from the definitions that they are parsed by.
struct CommandReference {
    let commands: Commands
    private var catalog: CommandCatalog { commands.catalog }

    var text: String {
        let groups = commands.groups.map { group in
            ["## \(group.purpose.rawValue)"]
                + group.commands.flatMap { command in
                    catalog.command([command._commandName]).map { leaves(of: $0, path: [$0.commandName]) } ?? []
                }
        }
        let shared = ["## Options of every command", table("option", "meaning", sharedOptions.map(row))]
        let builtins =
            ["## Words of the REPL", "They are understood in the REPL only."]
            + REPLBuiltins.all.flatMap(builtin)
        return (groups + [shared, builtins]).joined().joined(separator: "\n\n") + "\n"
    }

    // MARK: Parts

    /// The command, or those it consists of.
    private func leaves(of command: CommandCatalog.Command, path: [String]) -> [String] {
        if command.ownSubcommands.isEmpty { return self.command(command, path: path) }
        return command.ownSubcommands.flatMap { leaves(of: $0, path: path + [$0.commandName]) }
    }

    private func command(_ command: CommandCatalog.Command, path: [String]) -> [String] {
        let own = (command.arguments ?? []).filter { $0.isShown && $0.option != "--help" && !isShared($0) }
        let example = commands.command(named: path)?.example
        return [
            "### \(path.joined(separator: " "))", Self.prose(command.abstract ?? ""),
            command.discussion.map(Self.prose), example.map { "```sh\nfeedcache \($0)\n```" },
            own.isEmpty ? nil : table("argument", "meaning", own.map(row)),
        ].compactMap(\.self)
    }

    private func builtin(_ builtin: any REPLBuiltin) -> [String] {
        let usage = builtin.usage.isEmpty ? builtin.name : "\(builtin.name) \(builtin.usage)"
        return [
            "### \(builtin.name) (REPL)", Self.prose(builtin.abstract),
            builtin.discussion.isEmpty ? nil : Self.prose(builtin.discussion),
            "```\n\(([usage, builtin.example] as [String]).joined(separator: "\n"))\n```",
        ].compactMap(\.self)
    }

    private func row(_ argument: CommandCatalog.Argument) -> (String, String) {
        let value = argument.isFlag ? "" : " <\(argument.valueName ?? "value")>"
        let short = argument.names?.first { $0.kind == "short" }.map { "-\($0.name), " } ?? ""
        let name = argument.option.map { short + $0 + value } ?? String(value.dropFirst())
        let values = argument.allValues.map { " One of \($0.joined(separator: ", "))." } ?? ""
        let standard = argument.isFlag ? "" : argument.defaultValue.map { " Default: \($0)." } ?? ""
        let repeats = argument.isRepeating ? " May be repeated." : ""
        return ("`\(name)`", Self.prose((argument.abstract ?? "") + values + standard + repeats))
    }

    private func table(_ left: String, _ right: String, _ rows: [(String, String)]) -> String {
        (["| \(left) | \(right) |", "| --- | --- |"] + rows.map { "| \($0) | \($1) |" }).joined(separator: "\n")
    }

    // MARK: Catalog

    private var sharedOptions: [CommandCatalog.Argument] {
        (catalog.commands.first?.leaves.first?.arguments ?? []).filter { isShared($0) && $0.isShown }
    }

    private func isShared(_ argument: CommandCatalog.Argument) -> Bool {
        argument.option.map { $0 != "--help" && catalog.sharedOptions.contains($0) } ?? false
    }

    /// Text as Markdown reads it back. Options are code: two hyphens would become a dash.
    private static func prose(_ text: String) -> String {
        text.map { "\\`*_[]<>|#".contains($0) ? "\\\($0)" : String($0) }.joined()
            .replacing(/(^|[ (“])(--[a-z][a-z-]*)/) { "\($0.1)`\($0.2)`" }
    }
}
