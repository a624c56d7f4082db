package import FeedShell

/// The commands that make a manifest, and try one or the API of one.
package enum InitCommands: CommandList {
    package static let groups = [CommandGroup(.preparing, [InitCommand.self, ProbeCommand.self, AuditCommand.self])]
}
