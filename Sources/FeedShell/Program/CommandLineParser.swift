import ArgumentParser
import FeedCache
import Foundation

/// Turns words into a command; what is wrong with them becomes one line.
enum CommandLineParser {
    /// - Throws: `Complaint` for wrong usage, `HelpRequest` where help or the version was asked for.
    static func parse(_ words: [String]) throws -> any FeedCommand {
        let name = words.first == "help" ? words.dropFirst().first : words.first
        if let name, !name.hasPrefix("-"), !FeedcacheCommand.commandNames.contains(name) {
            throw Complaint(.usage, unknown(name))
        }
        do {
            var parsed = try FeedcacheCommand.parseAsRoot(NegativeNumbers.behindOptions(words))
            if let command = parsed as? any FeedCommand { return command }
            // What is no command of ours asks for help, which it does by an error.
            try parsed.run()
            throw HelpRequest(text: FeedcacheCommand.helpMessage())
        } catch let error as HelpRequest {
            throw error
        } catch {
            guard FeedcacheCommand.exitCode(for: error) != .success else {
                throw HelpRequest(text: FeedcacheCommand.fullMessage(for: error) + example(words))
            }
            throw Complaint(.usage, sentence(FeedcacheCommand.message(for: error), words))
        }
    }

    /// A line to type, at the end of a command's help.
    private static func example(_ words: [String]) -> String {
        let command = command(words.filter { $0 != "help" && !$0.hasPrefix("-") })
        return command.map { "\n\nEXAMPLE:\n  feedcache \($0.example)" } ?? ""
    }

    /// The command that names lead to, where it is one that runs; what is no name on the way is passed over.
    static func command(_ names: [String]) -> (any FeedCommand.Type)? {
        var command: any ParsableCommand.Type = FeedcacheCommand.self
        for name in names {
            command = command.configuration.subcommands.first { $0._commandName == name } ?? command
        }
        return command as? any FeedCommand.Type
    }

    private static func unknown(_ name: String) -> String {
        let nearest = Spelling.suggestion(for: name, among: FeedcacheCommand.commandNames)
        return "unknown command “\(name)”" + (nearest.map { "; did you mean “\($0)”?" } ?? "; try “help”")
    }

    /// The parser's message in one line, with the way to more.
    private static func sentence(_ message: String, _ words: [String]) -> String {
        let lines = message.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        let command = words.first.map { $0.hasPrefix("-") ? "" : " \($0)" } ?? ""
        return lines.joined(separator: " ") + " (see “help\(command)”)"
    }
}

/// Help or the version was asked for.
struct HelpRequest: Error {
    let text: String
}
