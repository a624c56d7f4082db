package import FeedShell

/// The command of the preview.
package enum PreviewCommands: CommandList {
    package static let groups = [CommandGroup(.looking, [PreviewCommand.self])]
}
