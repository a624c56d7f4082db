import FeedModel
import FeedStore
import TerminalKit

/// Completes SQL: tables after `from` and `join`, columns of the tables that the statement names before or after the
/// cursor, values of short fields after `=`, and words of SQL.
package struct SQLCompleter {
    let shell: Shell

    private static let words = [
        "and", "as", "asc", "between", "by", "case", "count(*)", "desc", "distinct", "else", "end", "explain", "from",
        "group", "having", "in", "is", "join", "left", "like", "limit", "not", "null", "offset", "on", "or", "order",
        "query", "plan", "select", "then", "union", "using", "values", "when", "where", "with",
    ]

    func candidates(before: String, after: String = "") -> (typed: String, candidates: [Completion.Candidate]) {
        let scan = SQLScan(before)
        let place = SQLPlace(after: scan.tokens)
        let isValue = if case .valueOf = place { true } else { false }
        guard !scan.endsInComment, isValue || !scan.typed.hasPrefix("'") else { return (scan.typed, []) }
        let keywords = Self.words.map { Completion.Candidate(word: $0) }
        let tokens = scan.tokens + SQLScan(after + " ").tokens
        guard let names = CompletedTables(shell: shell, tokens: tokens) else { return (scan.typed, keywords) }
        let candidates =
            switch place {
            case .table: names.tables
            case .columnOf(let name): names.columns(of: name)
            case .valueOf(let column): names.values(of: column, typed: scan.typed) + names.columns
            case .any: names.columns + names.tables + keywords
            }
        return (scan.typed, candidates)
    }

    /// Candidates for the value of `--where` and `--order`, or of `--fields`, which end in what is typed.
    ///
    /// - Parameter collection: the one that is meant, where the line names one.
    func candidates(
        for word: String, of argument: CommandCatalog.Argument, after words: [String], collection: String?
    ) -> [Completion.Candidate] {
        guard let table = words.first == "feed" ? "feed" : collection else { return [] }
        guard argument.valueName == "expression" else {
            let before = word.lastIndex(of: ",").map { String(word[...$0]) } ?? ""
            return CompletedTables.columns(of: table, in: shell).map {
                Completion.Candidate(word: before + $0.word, note: $0.note, isOpen: true)
            }
        }
        let clause = argument.option == "--order" ? "order by" : "where"
        let found = candidates(before: "select * from \"\(table)\" \(clause) \(word)")
        let before = word.dropLast(found.typed.count)
        return found.candidates.filter { !["count(*)", "select", "from"].contains($0.word) }.map {
            Completion.Candidate(word: before + $0.word, note: $0.note, isOpen: true)
        }
    }

    package static func written(_ name: String) -> String {
        let isPlain =
            name.first.map { $0.isLetter || $0 == "_" } == true && name.allSatisfy(SQLScan.isPartOfName)
            && name.utf8.allSatisfy { $0 < 0x80 } && !words.contains(name.lowercased())
            && !SQLText.needsQuotes(name)
        return isPlain ? name : "\"\(name.replacingScalars("\"", with: "\"\""))\""
    }
}
