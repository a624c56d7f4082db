import ArgumentParser
import FeedCache
import Synchronization

/// What the commands of a program are written down in: the shell has a part of them, and each annex brings its own.
package protocol CommandList {
    /// In any order; of one purpose, in that of the help.
    static var groups: [CommandGroup] { get }
}

/// The commands of the program, in the order of the help.
///
/// The lock is for the catalog, which is read when it is first asked for: to read it takes longer than most commands do.
package final class Commands: Sendable {
    /// Parses every line.
    let root: any ParsableCommand.Type
    let groups: [CommandGroup]
    private let read = Mutex<CommandCatalog?>(nil)

    /// Those that a program names.
    package init<List: CommandList>(_ list: List.Type) {
        root = FeedcacheCommand<List>.self
        groups = FeedcacheCommand<List>.groups
    }

    var types: [any ParsableCommand.Type] { groups.flatMap(\.commands) }

    /// What they take.
    var catalog: CommandCatalog {
        read.withLock { catalog in
            let known = catalog ?? CommandCatalog(root: root)
            catalog = known
            return known
        }
    }

    /// How the command that a line begins with can show its results.
    func modes(of words: [String]) -> [OutputMode] {
        let command = types.first { $0._commandName == words.first } as? any FeedCommand.Type
        return command?.modes ?? OutputMode.ofRecords
    }

    var names: [String] { types.map { $0._commandName } + ["help"] }

    /// The command that words name, from the outermost on.
    func command(named words: [String]) -> (any FeedCommand.Type)? {
        var command: (any ParsableCommand.Type)? = root
        for word in words { command = command?.configuration.subcommands.first { $0._commandName == word } }
        return command as? any FeedCommand.Type
    }
}

/// The root: `feedcache COMMAND`.
private struct FeedcacheCommand<List: CommandList>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "feedcache",
            abstract: CommandOverview.abstract,
            discussion: "Without a command: the REPL, where every command works the same.",
            version: feedcacheVersion,
            subcommands: groups.flatMap(\.commands))
    }

    /// Those of one purpose together.
    static var groups: [CommandGroup] {
        CommandGroup.Purpose.allCases.map { purpose in
            CommandGroup(purpose, List.groups.filter { $0.purpose == purpose }.flatMap(\.commands))
        }
    }
}
