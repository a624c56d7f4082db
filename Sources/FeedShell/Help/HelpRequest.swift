import ArgumentParser
import FeedModel
import TerminalKit

struct HelpRequest: Error {
    /// The text, without a line break at its end, for a window of so many cells.
    let text: @Sendable (_ width: Int) -> String

    /// What the words name: a command, a topic, a word of the REPL; everything where there are none.
    ///
    /// - Throws: `CommandError` where they name nothing.
    init(about words: [String], of commands: Commands) throws {
        guard let name = words.first else {
            text = { CommandOverview.text(of: commands, width: $0) }
            return
        }
        if let topic = HelpTopic.named(words) {
            text = { topic.text(width: $0) }
        } else if let help = CommandHelp(words, of: commands) {
            text = { help.text(width: $0) }
        } else if let builtin = REPLBuiltins.named(name) {
            text = { builtin.help(width: $0) }
        } else {
            throw Self.unknown(name, commands)
        }
    }

    init(verbatim text: String) {
        self.text = { _ in text }
    }

    private static func unknown(_ name: String, _ commands: Commands) -> CommandError {
        let topics = HelpTopic.all.map(\.name)
        guard let nearest = Spelling.suggestion(for: name, among: topics + commands.names),
            topics.contains(nearest)
        else { return CommandLineParser.unknown(name, of: commands) }
        return CommandError(.usage, "there is no help on “\(name)”", advice: "did you mean “help \(nearest)”?")
    }
}

extension REPLBuiltin {
    fileprivate func help(width: Int) -> String {
        let blocks: [HelpTopic.Block] = [
            .paragraph("\(abstract) It is understood in the REPL only."), .paragraph(discussion),
            .paragraph("USAGE: \(usage.isEmpty ? name : "\(name) \(usage)")"), .example([example]),
        ]
        return blocks.text(width: width)
    }
}

/// What `help` alone shows: every command in a line, by what they are for.
enum CommandOverview {
    private static let column = 14

    static let abstract = "An offline-first cache for server-driven feeds."

    static func text(of commands: Commands, width: Int) -> String {
        let groups = commands.groups.map { group in
            HelpTopic.Block.list(
                title: group.purpose.rawValue,
                entries: group.commands.map { ($0._commandName, $0.configuration.abstract) })
        }
        let blocks: [HelpTopic.Block] =
            [.paragraph(abstract), .paragraph("USAGE: feedcache [<command>]")] + groups + [
                .list(title: "Only in the REPL", entries: REPLBuiltins.all.map { ($0.name, $0.abstract) }),
                .list(title: "Topics of help", entries: HelpTopic.all.map { ($0.name, $0.abstract) }),
                .paragraph(closing),
            ]
        return blocks.text(column: column, width: width)
    }

    private static let closing = """
        “help items” explains one command and “help manifest” a topic, each with an example.
        Without a command: the REPL, where every command works the same. There Tab completes, Ctrl-R searches what was \
        typed, Ctrl-C stops a command, and Ctrl-D leaves.
        """
}
