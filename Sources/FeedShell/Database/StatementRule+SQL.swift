import FeedStore
import TerminalKit

extension StatementRule {
    /// SQL without a command before it: what begins with `select`, `with`, `values`, or `explain` and one of these or
    /// `query plan`. It is whole with its semicolon.
    static let sql = StatementRule(begins: beginsSQL, isComplete: SQLText.isComplete)

    private static let queries: Set<String> = ["select", "with", "values"]

    @Sendable private static func beginsSQL(_ line: String) -> Bool {
        var rest = line[...]
        let first = nextWord(&rest)
        // “explain SECTION ROW” is a command.
        guard first == "explain" else { return queries.contains(first) }
        let second = nextWord(&rest)
        return queries.contains(second) || second == "query" && nextWord(&rest) == "plan"
    }

    /// The next word in lower case, after blanks; empty where something else follows, such as a quote. A hyphen is part of
    /// a word, as in the names of commands.
    private static func nextWord(_ rest: inout Substring) -> String {
        rest = rest.drop(while: \.isWhitespace)
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        rest = rest.dropFirst(word.count)
        return word.lowercased()
    }
}
