import ArgumentParser
import FeedCache
import FeedModel
import TerminalKit

struct HelpRequest: Error {
    private enum Topic {
        case overview(Commands)
        case command(CommandHelp)
        case builtin(any REPLBuiltin)
        case subject(HelpTopic)
        case verbatim(String)
    }

    private let topic: Topic

    /// What the words name: a command, a topic, a word of the REPL; everything where there are none.
    ///
    /// - Throws: `CommandError` where they name nothing.
    init(about words: [String], of commands: Commands) throws {
        guard let name = words.first else {
            topic = .overview(commands)
            return
        }
        if let subject = HelpTopic.named(words) {
            topic = .subject(subject)
        } else if let help = CommandHelp(words, of: commands) {
            topic = .command(help)
        } else if let builtin = REPLBuiltins.named(name) {
            topic = .builtin(builtin)
        } else {
            throw Self.unknown(name, commands)
        }
    }

    init(verbatim text: String) {
        topic = .verbatim(text)
    }

    /// What to say of a name that there is no help on.
    private static func unknown(_ name: String, _ commands: Commands) -> CommandError {
        let topics = HelpTopic.all.map(\.name)
        guard let nearest = Spelling.suggestion(for: name, among: topics + commands.names),
            topics.contains(nearest)
        else { return CommandLineParser.unknown(name, of: commands) }
        return CommandError(.usage, "there is no help on “\(name)”", advice: "did you mean “help \(nearest)”?")
    }

    /// The text, without a line break at its end.
    ///
    /// - Parameter width: cells of the window.
    func text(width: Int = 80) -> String {
        switch topic {
        case .overview(let commands): CommandOverview.text(of: commands, width: width)
        case .command(let help): help.text(width: width)
        case .builtin(let builtin): builtin.help(width: width)
        case .subject(let subject): subject.text(width: width)
        case .verbatim(let text): text
        }
    }
}

extension REPLBuiltin {
    fileprivate func help(width: Int) -> String {
        let blocks = [
            Paragraph.lines("\(abstract) It is understood in the REPL only.", width: width),
            discussion.isEmpty ? [] : Paragraph.lines(discussion, width: width),
            Paragraph.lines("USAGE: \(usage.isEmpty ? name : "\(name) \(usage)")", width: width),
            ["EXAMPLE:", "  \(example)"],
        ]
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}
