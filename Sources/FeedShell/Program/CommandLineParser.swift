import ArgumentParser
import FeedCache
import Foundation

/// Turns words into a command; what is wrong with them becomes one line.
enum CommandLineParser {
    /// - Throws: `Complaint` for wrong usage, `HelpRequest` where help or the version was asked for.
    static func parse(_ words: [String]) throws -> any FeedCommand {
        // Scripts ask for it before each call: it is answered without the commands being built.
        if words == ["--version"] { throw HelpRequest(verbatim: "feedcache \(feedcacheVersion)") }
        if words.first == "help" { throw try HelpRequest(about: words.dropFirst().filter { !$0.hasPrefix("-") }) }
        if let name = words.first, !name.hasPrefix("-"), !FeedcacheCommand.commandNames.contains(name) {
            throw Complaint(.usage, unknown(name))
        }
        if let complaint = unknownSubcommand(words) { throw complaint }
        do {
            let parsed = try FeedcacheCommand.parseAsRoot(NegativeNumbers.behindOptions(words))
            if let command = parsed as? any FeedCommand { return command }
        } catch {
            guard FeedcacheCommand.exitCode(for: error) != .success else {
                if words.contains("--version") {
                    throw HelpRequest(verbatim: "feedcache \(feedcacheVersion)")
                }
                throw try help(for: words, or: FeedcacheCommand.fullMessage(for: error))
            }
            throw Complaint(.usage, UsageComplaint(FeedcacheCommand.message(for: error), words: words).sentence)
        }
        // What is no command of ours is a name with commands behind it.
        throw try help(for: words, or: FeedcacheCommand.helpMessage())
    }

    /// The help of the command that words begin with; of all where they begin with an option.
    private static func help(for words: [String], or text: String) throws -> HelpRequest {
        // What the argument parser prints of its own accord (its completion scripts) is no help of ours.
        let asksForHelp = words.contains { $0 == "--help" || $0 == "-h" } || !words.contains { $0.hasPrefix("-") }
        return asksForHelp
            ? try HelpRequest(about: CommandCatalog.shared.path(words).map(\.commandName))
            : HelpRequest(verbatim: text)
    }

    /// A word where one of a command's own commands should stand.
    private static func unknownSubcommand(_ words: [String]) -> Complaint? {
        let path = CommandCatalog.shared.path(words)
        guard let command = path.last, !command.ownSubcommands.isEmpty, path.count < words.count else { return nil }
        let word = words[path.count]
        guard !word.hasPrefix("-"), word != "help" else { return nil }
        let outer = path.map(\.commandName).joined(separator: " ")
        let names = command.ownSubcommands.map(\.commandName)
        let nearest = Spelling.suggestion(for: word, among: names).map { "; did you mean “\(outer) \($0)”?" }
        return Complaint(.usage, "unknown command “\(outer) \(word)”" + (nearest ?? "; see “help \(outer)”"))
    }

    static func unknown(_ name: String) -> String {
        let names = FeedcacheCommand.commandNames + REPLBuiltins.all.flatMap(\.names)
        let nearest = Spelling.suggestion(for: name, among: names)
        return "unknown command “\(name)”" + (nearest.map { "; did you mean “\($0)”?" } ?? "; “help” lists them")
    }
}
