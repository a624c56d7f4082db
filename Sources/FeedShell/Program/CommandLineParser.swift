import ArgumentParser
import FeedCache
import Foundation

/// Turns words into a command; what is wrong with them becomes one line.
enum CommandLineParser {
    /// - Throws: `Complaint` for wrong usage, `HelpRequest` where help or the version was asked for.
    static func parse(_ words: [String]) throws -> any FeedCommand {
        if words.first == "help" { return try parse(words.dropFirst() + ["--help"]) }
        if let name = words.first, !name.hasPrefix("-"), !FeedcacheCommand.commandNames.contains(name) {
            throw Complaint(.usage, unknown(name))
        }
        do {
            let parsed = try FeedcacheCommand.parseAsRoot(words)
            guard let command = parsed as? any FeedCommand else {
                throw HelpRequest(text: FeedcacheCommand.helpMessage(for: type(of: parsed)))
            }
            return command
        } catch let error as HelpRequest {
            throw error
        } catch {
            guard FeedcacheCommand.exitCode(for: error) != .success else {
                throw HelpRequest(text: FeedcacheCommand.fullMessage(for: error))
            }
            throw Complaint(.usage, sentence(FeedcacheCommand.message(for: error), words))
        }
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
