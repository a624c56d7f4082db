import ArgumentParser
import FeedCache

/// A command of the program and of the REPL: parse, one call to the cache, render.
protocol FeedCommand: ParsableCommand, Sendable {
    /// A line that can be typed as it stands, shown by `help`.
    static var example: String { get }

    var shared: SharedOptions { get }

    /// Does the work; results go to the shell's output.
    func run(in shell: Shell) async throws -> ExitStatus
}

/// The root: `feedcache COMMAND`.
struct FeedcacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feedcache",
        abstract: "An offline-first cache for server-driven feeds.",
        discussion: "Without a command: the REPL, where every command works the same.",
        version: feedcacheVersion,
        subcommands: commands)

    /// Every command, in the order of the help.
    static let commands: [any ParsableCommand.Type] = [
        SyncCommand.self, RefreshCommand.self, MoreCommand.self, SectionsCommand.self, ItemsCommand.self,
        ShowCommand.self, ExportCommand.self, FeedViewCommand.self, ScrollCommand.self, AdsCommand.self,
        ExplainCommand.self, SimulateCommand.self, TapCommand.self, EventsCommand.self, FlushCommand.self,
        ClickThroughCommand.self, DiffCommand.self, WatchCommand.self, StatusCommand.self,
        RunsCommand.self, ProblemsCommand.self, SQLCommand.self, BackupCommand.self, CheckCommand.self,
        PruneCommand.self, MockCommand.self, DemoCommand.self, REPLCommand.self,
        CompletionsCommand.self, ManualCommand.self,
    ]

    static var commandNames: [String] {
        commands.map { $0._commandName } + ["help"]
    }
}
