package import FeedShell

/// The commands that try on paper: ad policies, and what “ctr” claims.
package enum LabCommands: CommandList {
    package static let groups = [CommandGroup(.advertising, [SimulateCommand.self, AATestCommand.self])]
}
