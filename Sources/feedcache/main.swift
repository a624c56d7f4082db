import FeedShell
import Foundation

exit(await FeedcacheProgram.run(Array(CommandLine.arguments.dropFirst())))
