import ArgumentParser
import FeedCache

/// A command of the program and of the REPL: parse, one call to the cache, render.
protocol FeedCommand: ParsableCommand, Sendable {
    /// A line that can be typed as it is, shown by `help`.
    static var example: String { get }

    static var modes: [OutputMode] { get }

    /// Whether its output, where it is longer than the screen, goes through a pager. Not what runs on and on, or draws.
    static var isPaged: Bool { get }

    var shared: SharedOptions { get set }

    /// Does the work; results go to the shell's output.
    func run(in shell: Shell) async throws -> ExitStatus
}

extension FeedCommand {
    static var modes: [OutputMode] { OutputMode.ofRecords }
    static var isPaged: Bool { false }

    /// Does the work; with --quiet another sync that is running is no error, and only the status says so.
    func runQuietly(in shell: Shell) async throws -> ExitStatus {
        do {
            return try await run(in: shell)
        } catch is SyncBusyError where shared.quiet {
            return .comeBackLater
        }
    }
}

struct FeedcacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feedcache",
        abstract: "An offline-first cache for server-driven feeds.",
        discussion: "Without a command: the REPL, where every command works the same.",
        version: feedcacheVersion,
        subcommands: commands)

    static let commands: [any ParsableCommand.Type] = [
        SyncCommand.self, RefreshCommand.self, MoreCommand.self, SectionsCommand.self, ItemsCommand.self,
        ShowCommand.self, ExportCommand.self, FeedViewCommand.self, BrowseCommand.self, PreviewCommand.self,
        ScrollCommand.self, AdsCommand.self,
        ExplainCommand.self, SimulateCommand.self, TapCommand.self, EventsCommand.self, FlushCommand.self,
        ClickThroughCommand.self, DiffCommand.self, WatchCommand.self, ChangesCommand.self, ConsumersCommand.self,
        StatusCommand.self,
        RunsCommand.self, ProblemsCommand.self, FindCommand.self, CountCommand.self, FacetsCommand.self,
        TablesCommand.self, SchemaCommand.self, SQLCommand.self, BackupCommand.self, RestoreCommand.self,
        CheckCommand.self,
        PruneCommand.self, InitCommand.self, ProbeCommand.self, MockCommand.self, DemoCommand.self, REPLCommand.self,
        CompletionsCommand.self, ManualCommand.self,
    ]

    /// How the command that a line begins with can show its results.
    static func modes(of words: [String]) -> [OutputMode] {
        let command = commands.first { $0._commandName == words.first } as? any FeedCommand.Type
        return command?.modes ?? OutputMode.ofRecords
    }

    static var commandNames: [String] {
        commands.map { $0._commandName } + ["help"]
    }

    /// The command that words name, from the outermost on.
    static func command(named words: [String]) -> (any FeedCommand.Type)? {
        var command: (any ParsableCommand.Type)? = FeedcacheCommand.self
        for word in words { command = command?.configuration.subcommands.first { $0._commandName == word } }
        return command as? any FeedCommand.Type
    }
}
