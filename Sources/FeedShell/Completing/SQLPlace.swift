enum SQLPlace: Equatable {
    case table
    /// A column of the table that a name or alias means, as after `photos.`.
    case columnOf(String)
    /// A value of a column, as after `category =`.
    case valueOf(String)
    case any

    private static let clauses: Set<String> = [
        "select", "from", "join", "where", "on", "group", "order", "having", "limit", "using",
    ]
    private static let comparisons: [SQLScan.Token] = [.sign("="), .sign("=="), .sign("!="), .sign("<>")]

    /// - Parameter tokens: those before what is being typed.
    init(after tokens: [SQLScan.Token]) {
        let last = tokens.last
        if last == .sign("."), let name = tokens.dropLast().last?.name {
            self = .columnOf(name)
        } else if let column = Self.compared(tokens) {
            self = .valueOf(column)
        } else if let word = last?.word, word == "from" || word == "join" {
            self = .table
        } else if last == .sign(","), let clause = tokens.last(where: { $0.word.map(Self.clauses.contains) ?? false }),
            clause.word == "from"
        {
            self = .table
        } else {
            self = .any
        }
    }

    /// The column that a value is compared with: `category =`, `category in (1,`.
    private static func compared(_ tokens: [SQLScan.Token]) -> String? {
        guard let last = tokens.last else { return nil }
        var rest = tokens[...]
        if comparisons.contains(last) || last.word == "is" {
            rest = rest.dropLast()
        } else if last == .sign("(") || last == .sign(",") {
            rest = rest[..<(rest.lastIndex(of: .sign("(")) ?? rest.startIndex)]
            guard rest.last?.word == "in" else { return nil }
            rest = rest.dropLast()
        } else {
            return nil
        }
        if rest.last?.word == "not" { rest = rest.dropLast() }
        return rest.last?.name
    }

    /// The tables that a statement names, by how its columns can call them: their names and aliases in lower case.
    static func tables(in tokens: [SQLScan.Token], among names: [String]) -> [String: String] {
        let known = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        var tables: [String: String] = [:]
        for (index, token) in tokens.enumerated() {
            guard let name = token.name, let table = known[name.lowercased()] else { continue }
            tables[name.lowercased()] = table
            var next = tokens[(index + 1)...]
            if next.first?.word == "as" { next = next.dropFirst() }
            guard let alias = next.first?.name.map({ $0.lowercased() }), !clauses.contains(alias) else { continue }
            tables[alias] = tables[alias] ?? table
        }
        return tables
    }
}
