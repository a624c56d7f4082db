import ArgumentParser
import FeedCache
import FeedStore
import TerminalKit

/// Completes SQL that is typed without a command: tables after `from` and `join`, else columns of the tables that the line
/// names, and words of SQL.
///
/// Names that need quotes are left out. Of a statement in several lines it knows the one that is typed.
struct SQLCompleter {
    let shell: Shell

    private static let words = [
        "and", "as", "asc", "between", "by", "case", "count(*)", "desc", "distinct", "else", "end", "explain", "from",
        "group", "having", "in", "is", "join", "left", "like", "limit", "not", "null", "offset", "on", "or", "order",
        "query", "plan", "select", "then", "union", "using", "values", "when", "where", "with",
    ]

    func complete(_ line: String) -> Completion {
        let word = String(line.reversed().prefix(while: Self.isPartOfName).reversed())
        let before = line.dropLast(word.count).split { !Self.isPartOfName($0) }.map { $0.lowercased() }
        return Completion(of: word, among: candidates(after: before))
    }

    private static func isPartOfName(_ letter: Character) -> Bool {
        letter.isLetter || letter.isNumber || letter == "_"
    }

    private func candidates(after words: [String]) -> [Completion.Candidate] {
        let keywords = Self.words.map { Completion.Candidate(word: $0) }
        // Tab makes no database.
        guard shell.locations.hasDatabase(nil), let options = try? SharedOptions.parse([]),
            let cache = try? shell.cache(options), let views = try? cache.read({ try $0.views().all().views })
        else { return keywords }
        let tables = views.filter { Self.isPlain($0.name) }
        if ["from", "join"].contains(words.last) {
            return tables.map { Completion.Candidate(word: $0.name, note: $0.collection ?? $0.kind.rawValue) }
        }
        let named = tables.filter { words.contains($0.name.lowercased()) }
        let columns = (named.isEmpty ? tables : named).flatMap { table in
            table.columns.filter { Self.isPlain($0.name) }.map {
                Completion.Candidate(word: $0.name, note: "column of \(table.name)")
            }
        }
        return columns + tables.map { Completion.Candidate(word: $0.name, note: "table") } + keywords
    }

    /// Whether a name needs no quotes.
    private static func isPlain(_ name: String) -> Bool {
        name.first?.isNumber == false && name.allSatisfy(isPartOfName) && !words.contains(name.lowercased())
    }
}
