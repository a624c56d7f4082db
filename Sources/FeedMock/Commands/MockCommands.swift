package import FeedShell

package enum MockCommands: CommandList {
    package static let groups = [CommandGroup(.trying, [DemoCommand.self, MockCommand.self])]
}
