import ArgumentParser
import FeedCache
import FeedModel
import FeedStore
import TerminalKit

struct SQLCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql", abstract: "Query the cache with SQL; it can only read.",
        discussion: """
            Each collection is a table with a column for each field; “tables” and “schema” list them. In the REPL a line \
            that begins with select, with, values or explain is SQL by itself, up to a semicolon or an empty line.
            """)
    static let example = "sql \"select key, title from photos where title like :t limit 5\" --param t=%pizza%"

    @OptionGroup var shared: SharedOptions

    @Argument(help: "One statement.")
    var query: String

    @Option(
        name: .customLong("param"),
        help: ArgumentHelp(
            "The value of :name in the query: a number where it reads as one, else a text; in single quotes a text.",
            valueName: "name=value"))
    var parameters: [SQLParameter] = []

    static let isPaged = true

    func validate() throws {
        let names = parameters.map(\.name)
        guard Set(names).count == names.count else { throw ValidationError("--param names each parameter once") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let values = Dictionary(parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let query = try shell.cache(shared).query(query, values: values)
        if query.explainsPlan, shared.mode == .table {
            let lines = try QueryPlan(query).lines
            for line in lines { try shell.line(line) }
            try shell.keep(Listing(lines, fields: [Field("plan") { .string($0) }]))
            return .done
        }
        return try shell.show(Listing(query), shared)
    }
}

/// A parameter of a query and its value: `name=value`.
struct SQLParameter: ExpressibleByArgument, Equatable, Sendable {
    let name: String
    let value: SQLValue

    init?(argument: String) {
        guard let sign = argument.unicodeScalars.firstIndex(of: "=") else { return nil }
        let prefixed = argument[..<sign]
        name = String(prefixed.first.map { ":@$?".contains($0) } ?? false ? prefixed.dropFirst() : prefixed)
        guard !name.isEmpty else { return nil }
        value = Self.value(argument[argument.unicodeScalars.index(after: sign)...])
    }

    private static func value(_ text: Substring) -> SQLValue {
        let scalars = text.unicodeScalars
        if scalars.count >= 2, scalars.first == "'", scalars.last == "'" {
            return .text(String(scalars.dropFirst().dropLast()).replacingScalars("''", with: "'"))
        }
        if let integer = Int64(text) { return .integer(integer) }
        let isNumber = text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
        if isNumber, let real = Double(text), real.isFinite { return .real(real) }
        return .text(String(text))
    }
}

struct QueriedValue: Equatable, Sendable {
    let value: SQLValue
    let isJSON: Bool

    /// In JSON, what is JSON is itself, not a text of it.
    var json: JSONValue {
        if isJSON, case .text(let text) = value { .verbatim(text) } else { value.json }
    }
}

extension Listing<[QueriedValue]> {
    /// The rows of a query. A column name may occur twice; an object has each name once.
    init(_ query: ReadOnlyQuery) {
        self.init(query, isJSON: query.isJSON) { $0.value.json }
        json = Fields(
            Self.distinct(query.columns).enumerated().map { index, name in
                Field<[QueriedValue]>(name) { $0[index].json }
            })
    }

    /// The rows of a query over a view; what a column of this name has is JSON.
    init(_ query: ReadOnlyQuery, json name: String) {
        let place = query.columns.firstIndex(of: name)
        self.init(query, isJSON: { $0 == place }) { $0.json }
    }

    private init(
        _ query: ReadOnlyQuery, isJSON: @escaping (Int) -> Bool, value: @escaping @Sendable (QueriedValue) -> JSONValue
    ) {
        let fields = Self.distinct(query.columns).enumerated().map { index, name in
            Field<[QueriedValue]>(
                name, shown: .text(query.columns[index], isFlexible: true), as: { $0[index].value.json.cell }
            ) { value($0[index]) }
        }
        self.init(
            reading: { body in
                while let row = try query.next() {
                    try Task.checkCancellation()
                    try body(row.enumerated().map { QueriedValue(value: $1, isJSON: isJSON($0)) })
                }
            }, fields: Fields(fields))
    }

    private static func distinct(_ names: [String]) -> [String] {
        var seen: [String: Int] = [:]
        return names.map { name in
            seen[name, default: 0] += 1
            let mention = seen[name] ?? 1
            return mention == 1 ? name : "\(name):\(mention)"
        }
    }
}

extension SQLValue {
    /// A number, a text or null; a blob as hexadecimal digits.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let text): .string(text)
        case .blob(let bytes): .string(bytes.hexadecimal)
        }
    }
}

/// What EXPLAIN QUERY PLAN gives, as a tree: each step under the one that it is a part of.
struct QueryPlan {
    private struct Step {
        let number: Int64
        let parent: Int64
        let text: String
    }

    private let steps: [Step]

    /// - Parameter query: an EXPLAIN QUERY PLAN, whose columns are `id`, `parent`, one that is not used, and `detail`.
    init(_ query: ReadOnlyQuery) throws {
        var steps: [Step] = []
        while let row = try query.next() {
            guard row.count == 4, case .integer(let number) = row[0], case .integer(let parent) = row[1],
                case .text(let text) = row[3]
            else { continue }
            steps.append(Step(number: number, parent: parent, text: text))
        }
        self.steps = steps
    }

    var lines: [String] { ["QUERY PLAN"] + lines(under: 0, indentation: "") }

    private func lines(under parent: Int64, indentation: String) -> [String] {
        let parts = steps.filter { $0.parent == parent && $0.number != parent }
        return parts.enumerated().flatMap { index, step in
            let isLast = index == parts.count - 1
            return ["\(indentation)\(isLast ? "└─ " : "├─ ")\(step.text)"]
                + lines(under: step.number, indentation: indentation + (isLast ? "   " : "│  "))
        }
    }
}

extension StatementRule {
    /// SQL without a command before it: what begins with `select`, `with`, `values`, or `explain` and one of these or
    /// `query plan`. It is whole with its semicolon.
    static let sql = StatementRule(begins: beginsSQL, isComplete: SQLText.isComplete)

    static let queries: Set<String> = ["select", "with", "values"]

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
