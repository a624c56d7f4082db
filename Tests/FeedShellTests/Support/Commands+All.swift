@testable import FeedShell
@testable import feedcache

extension Commands {
    /// Those of the program.
    static let all = Commands(ProgramCommands.self)
}

extension CommandLineParser {
    /// A line of a REPL whose cache is not there.
    static func parse(_ words: [String]) throws -> any FeedCommand {
        try parse(words, in: Shell(commands: .all, environment: [:], isInteractive: true))
    }
}
