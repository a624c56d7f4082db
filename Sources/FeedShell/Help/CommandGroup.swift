/// Commands that belong together, for the overview.
struct CommandGroup: Equatable {
    let title: String
    let commandNames: [String]

    private static let purposes = [
        CommandGroup(title: "Keep the cache up to date", commandNames: ["sync", "refresh", "more", "watch"]),
        CommandGroup(title: "Look at the feed", commandNames: ["feed", "scroll", "sections", "items", "show", "diff"]),
        CommandGroup(
            title: "Ads and events",
            commandNames: ["ads", "explain", "simulate", "tap", "events", "flush", "ctr"]),
        CommandGroup(title: "See what happened", commandNames: ["status", "runs", "problems"]),
        CommandGroup(title: "Take data out", commandNames: ["export", "sql", "backup"]),
        CommandGroup(title: "Care for the database", commandNames: ["check", "prune"]),
        CommandGroup(title: "Try it out", commandNames: ["demo", "mock", "repl"]),
        CommandGroup(title: "Set it up", commandNames: ["completions", "manual"]),
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
