import Dispatch
import FeedAssets
import FeedInit
import FeedLabCommands
import FeedMockCommands
import FeedPreviewCommands
import FeedShell
import Foundation

/// The commands of the program: those of the shell and of each annex.
enum ProgramCommands: CommandList {
    static let groups =
        MockCommands.groups + InitCommands.groups + ShellCommands.groups + LabCommands.groups
        + PreviewCommands.groups
}

FeedcacheProgram.prepare()
Task {
    exit(
        await FeedcacheProgram.run(
            Array(CommandLine.arguments.dropFirst()), commands: ProgramCommands.self, assets: FeedAssetKeeper()))
}
dispatchMain()
