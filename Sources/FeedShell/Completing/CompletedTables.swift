import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

/// The tables of the cache for the completion of SQL. Of a table few rows are read, however many it has.
struct CompletedTables {
    /// Letters of a text that is offered as a value, and how many values are.
    private static let (longestValue, mostValues) = (40, 50)

    private let cache: FeedEngine
    private let views: ViewSet
    private let names: [(name: String, kind: CacheView.Kind, collection: String?)]
    /// Names of tables by what the statement calls them.
    private let called: [String: String]

    /// - Parameter tokens: of the statement; only the tables it names are looked at.
    /// - Returns: nil where there is no cache yet: Tab makes no database.
    init?(shell: Shell, tokens: [SQLScan.Token]) {
        guard shell.locations.hasDatabase(nil), let options = try? SharedOptions.parse([]),
            let cache = try? shell.cache(options), let names = try? cache.read({ $0.views().tables })
        else { return nil }
        let called = SQLPlace.tables(in: tokens, among: names.map(\.name))
        let mentioned = called.values.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: " ")
        guard let views = try? cache.read({ try $0.views().views(for: mentioned) }) else { return nil }
        (self.cache, self.names, self.called, self.views) = (cache, names, called, views)
    }

    var tables: [Completion.Candidate] {
        names.map { name, kind, collection in
            Completion.Candidate(
                word: SQLCompleter.written(name),
                note: collection.map { kind == .removed ? "removed items of \($0)" : "items of \($0)" } ?? "table")
        }
    }

    var columns: [Completion.Candidate] { namedViews.flatMap(Self.columns) }

    private var namedViews: [CacheView] {
        let named = Set(called.values)
        return views.views.filter { named.contains($0.name) }
    }

    func columns(of name: String) -> [Completion.Candidate] {
        view(called: name).map(Self.columns) ?? []
    }

    /// The columns of a table as `--fields` names them.
    static func columns(of table: String, in shell: Shell) -> [Completion.Candidate] {
        CompletedTables(shell: shell, tokens: [.name(table, isQuoted: true)])?.view(called: table)?.columns.map {
            Completion.Candidate(word: $0.name, note: "column of \(table)")
        } ?? []
    }

    private func view(called name: String) -> CacheView? {
        called[name.lowercased()].flatMap { table in views.views.first { $0.name == table } }
    }

    private static func columns(of view: CacheView) -> [Completion.Candidate] {
        view.columns.map {
            Completion.Candidate(word: SQLCompleter.written($0.name), note: "column of \(view.name)")
        }
    }

    // MARK: Values

    /// Candidates for a value of a column: those that a sample of the rows has, the most frequent first, and of IDs those
    /// that begin with what is typed. None of a column that has long texts.
    func values(of column: String, typed: String) -> [Completion.Candidate] {
        let found = namedViews.lazy.compactMap { view in
            view.columns.firstIndex { $0.name.lowercased() == column.lowercased() }.map { (view, $0) }
        }.first
        guard let (view, place) = found else { return [] }
        let own = view.columns[place]
        let values: [SQLValue]
        if own.name == "key", view.kind == .collection, let collection = view.collection {
            let prefix = typed.hasPrefix("'") ? String(typed.dropFirst()) : ""
            let keys = try? cache.read {
                try $0.list(collection).keys(beginningWith: prefix, limit: Self.mostValues)
            }
            values = (keys ?? []).map(SQLValue.text)
        } else if let field = own.field, view.kind == .collection, let collection = view.collection {
            let payloads = try? cache.read { try $0.list(collection).sampledPayloads() }
            values = (payloads ?? []).compactMap { Self.value(of: field, in: $0) }
        } else {
            values = ((try? cache.sample(of: view, among: views)) ?? []).map { $0[place] }
        }
        return Self.candidates(values)
    }

    /// The value of a top-level field as SQL has it; nil for objects and arrays.
    private static func value(of field: String, in payload: String) -> SQLValue? {
        let document = try? JSONDocument(Array(payload.utf8))
        return switch document?.scalar(at: DottedPath(components: [.init(field: field)])) {
        case .null, .array, .object, nil: nil
        case .bool(let value): .integer(value ? 1 : 0)
        case .number(let text): Int64(text).map(SQLValue.integer) ?? Double(text).map(SQLValue.real)
        case .string(let text): .text(text)
        }
    }

    private static func candidates(_ values: [SQLValue]) -> [Completion.Candidate] {
        var counts: [String: (count: Int, place: Int)] = [:]
        for (place, value) in values.enumerated() {
            let text: String
            switch value {
            case .null, .blob: continue
            case .integer(let number): text = "\(number)"
            case .real(let number): text = "\(number)"
            case .text(let value):
                guard value.count <= longestValue else { return [] }
                guard TerminalSanitizer.line(value) == value else { continue }
                text = "'\(value.replacingScalars("'", with: "''"))'"
            }
            counts[text, default: (0, place)].count += 1
        }
        return counts.sorted { ($1.value.count, $0.value.place) < ($0.value.count, $1.value.place) }
            .prefix(mostValues).map { Completion.Candidate(word: $0.key) }
    }
}
