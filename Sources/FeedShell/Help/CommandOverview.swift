import ArgumentParser
import TerminalKit

/// What `help` alone shows: every command in a line, by what they are for.
enum CommandOverview {
    private static let column = 14

    static let abstract = "An offline-first cache for server-driven feeds."

    /// The text, without a line break at its end.
    ///
    /// - Parameter width: cells of the window.
    static func text(of commands: Commands, width: Int) -> String {
        let groups = commands.groups.filter { !$0.commands.isEmpty }.map { group in
            list(group.purpose.rawValue, group.commands.map { ($0._commandName, $0.configuration.abstract) }, width)
        }
        let builtins = list("Only in the REPL", REPLBuiltins.all.map { ($0.name, $0.abstract) }, width)
        let topics = list("Topics of help", HelpTopic.all.map { ($0.name, $0.abstract) }, width)
        let blocks =
            [
                Paragraph.lines(abstract, width: width),
                Paragraph.lines("USAGE: feedcache [<command>]", width: width),
            ] + groups + [builtins, topics, Paragraph.lines(closing, width: width)]
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func list(_ title: String, _ entries: [(String, String)], _ width: Int) -> [String] {
        ["\(title):"] + Paragraph.list(entries, column: column, width: width)
    }

    private static let closing = """
        “help items” explains one command and “help manifest” a topic, each with an example.
        Without a command: the REPL, where every command works the same. There Tab completes, Ctrl-R searches what was \
        typed, Ctrl-C stops a command, and Ctrl-D leaves.
        """
}
