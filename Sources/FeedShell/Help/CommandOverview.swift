import ArgumentParser
import TerminalKit

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

struct CommandGroup: Equatable {
    let title: String
    let commandNames: [String]

    private static let purposes = [
        CommandGroup(title: "Keep the cache up to date", commandNames: ["sync", "refresh", "more", "watch"]),
        CommandGroup(
            title: "Look at the feed",
            commandNames: ["feed", "browse", "preview", "scroll", "sections", "items", "show", "diff"]),
        CommandGroup(
            title: "Search and query", commandNames: ["find", "count", "facets", "tables", "schema", "sql"]),
        CommandGroup(
            title: "Ads and events",
            commandNames: ["ads", "explain", "simulate", "tap", "events", "flush", "ctr"]),
        CommandGroup(title: "See what happened", commandNames: ["status", "runs", "problems"]),
        CommandGroup(title: "Take data out", commandNames: ["export", "changes", "consumers", "backup"]),
        CommandGroup(title: "Care for the database", commandNames: ["check", "restore", "prune"]),
        CommandGroup(title: "Try it out", commandNames: ["demo", "mock", "repl"]),
        CommandGroup(title: "Set it up", commandNames: ["init", "probe", "completions", "manual"]),
    ]

    /// The groups of some commands, each of them in one: those of no group of their own are the last.
    static func groups(of names: [String]) -> [CommandGroup] {
        let grouped = purposes.flatMap(\.commandNames)
        let others = CommandGroup(title: "More", commandNames: names.filter { !grouped.contains($0) })
        return (purposes + [others]).map { group in
            CommandGroup(title: group.title, commandNames: group.commandNames.filter(names.contains))
        }.filter { !$0.commandNames.isEmpty }
    }
}
