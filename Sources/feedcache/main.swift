import Dispatch
import FeedShell
import Foundation

FeedcacheProgram.prepare()
Task { exit(await FeedcacheProgram.run(Array(CommandLine.arguments.dropFirst()))) }
dispatchMain()
