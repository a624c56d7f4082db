import ArgumentParser

/// What `help` alone shows: every command in a line, by what they are for.
enum CommandOverview {
    private static let column = 14

    /// The text, without a line break at its end.
    ///
    /// - Parameter width: cells of the window.
    static func text(width: Int, catalog: CommandCatalog = .shared) -> String {
        let abstracts = Dictionary(
            catalog.commands.map { ($0.commandName, $0.abstract ?? "") }, uniquingKeysWith: { first, _ in first })
        let names = catalog.commands.map(\.commandName).filter { $0 != "help" }
        let groups = CommandGroup.groups(of: names).map { group in
            list(group.title, group.commandNames.map { ($0, abstracts[$0] ?? "") }, width)
        }
        let builtins = list("Only in the REPL", REPLBuiltins.all.map { ($0.name, $0.abstract) }, width)
        let topics = list("Topics of help", HelpTopic.all.map { ($0.name, $0.abstract) }, width)
        let blocks =
            [
                Paragraph.lines(FeedcacheCommand.configuration.abstract, width: width),
                Paragraph.lines("USAGE: feedcache [<command>]", width: width),
            ] + groups + [builtins, topics, Paragraph.lines(closing, width: width)]
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func list(_ title: String, _ entries: [(String, String)], _ width: Int) -> [String] {
        ["\(title):"] + Paragraph.list(entries, column: column, width: width)
    }

    private static let closing = """
        “help items” explains one command and “help manifest” a topic, each with an example.
        Without a command: the REPL, where every command works the same. There Tab completes, Ctrl-R searches what was \
        typed, Ctrl-C stops a command, and Ctrl-D leaves.
        """
}
