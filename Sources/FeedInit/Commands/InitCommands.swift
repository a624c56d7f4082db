package import FeedShell

/// The commands that make a manifest, and try one.
package enum InitCommands: CommandList {
    package static let groups = [CommandGroup(.preparing, [InitCommand.self, ProbeCommand.self])]
}
