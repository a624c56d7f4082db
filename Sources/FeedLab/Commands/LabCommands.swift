package import FeedShell

/// The command that tries ad policies on paper.
package enum LabCommands: CommandList {
    package static let groups = [CommandGroup(.advertising, [SimulateCommand.self])]
}
