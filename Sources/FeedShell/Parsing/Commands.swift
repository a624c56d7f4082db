package import ArgumentParser
import FeedCache
package import FeedModel
import Synchronization

/// A command of the program and of the REPL: parse, one call to the cache, render.
package protocol FeedCommand: ParsableCommand, Sendable {
    /// A line that can be typed as it is, shown by `help`.
    static var example: String { get }

    static var modes: [OutputMode] { get }

    /// Whether its output, where it is longer than the screen, goes through a pager. Not what runs on and on, or draws.
    static var isPaged: Bool { get }

    var shared: SharedOptions { get set }

    func run(in shell: Shell) async throws -> ExitStatus
}

extension FeedCommand {
    package static var modes: [OutputMode] { OutputMode.ofRecords }
    package static var isPaged: Bool { false }

    /// Does the work; with --quiet another sync that is running is no error, and only the status says so.
    func runQuietly(in shell: Shell) async throws -> ExitStatus {
        do {
            return try await run(in: shell)
        } catch is SyncBusyError where shared.quiet {
            return .comeBackLater
        }
    }
}

/// What the commands of a program are written down in: the shell has a part of them, and each annex brings its own.
package protocol CommandList {
    /// In any order; of one purpose, in that of the help.
    static var groups: [CommandGroup] { get }
}

/// The commands of the program, in the order of the help.
///
/// The lock is for the catalog, which is read when it is first asked for: to read it takes longer than most commands do.
package final class Commands: Sendable {
    let root: any ParsableCommand.Type
    let groups: [CommandGroup]
    private let read = Mutex<CommandCatalog?>(nil)

    package init<List: CommandList>(_ list: List.Type) {
        root = FeedcacheCommand<List>.self
        groups = FeedcacheCommand<List>.groups
    }

    var types: [any ParsableCommand.Type] { groups.flatMap(\.commands) }

    var catalog: CommandCatalog {
        read.withLock { catalog in
            let known = catalog ?? CommandCatalog(root: root)
            catalog = known
            return known
        }
    }

    func modes(of words: [String]) -> [OutputMode] {
        let command = types.first { $0._commandName == words.first } as? any FeedCommand.Type
        return command?.modes ?? OutputMode.ofRecords
    }

    var names: [String] { types.map { $0._commandName } + ["help"] }

    func command(named words: [String]) -> (any FeedCommand.Type)? {
        var command: (any ParsableCommand.Type)? = root
        for word in words { command = command?.configuration.subcommands.first { $0._commandName == word } }
        return command as? any FeedCommand.Type
    }
}

private struct FeedcacheCommand<List: CommandList>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "feedcache",
            abstract: CommandOverview.abstract,
            discussion: "Without a command: the REPL, where every command works the same.",
            version: feedcacheVersion,
            subcommands: groups.flatMap(\.commands))
    }

    static var groups: [CommandGroup] {
        CommandGroup.Purpose.allCases.map { purpose in
            CommandGroup(purpose, List.groups.filter { $0.purpose == purpose }.flatMap(\.commands))
        }
    }
}
