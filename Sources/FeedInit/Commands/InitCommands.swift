package import FeedShell

package enum InitCommands: CommandList {
    package static let groups = [CommandGroup(.preparing, [InitCommand.self, ProbeCommand.self, AuditCommand.self])]
}
