package import FeedShell

/// The commands of the mock.
package enum MockCommands: CommandList {
    package static let groups = [CommandGroup(.trying, [DemoCommand.self, MockCommand.self])]
}
