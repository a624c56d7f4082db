import ArgumentParser
import FeedCache
import TerminalKit

struct SQLCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql", abstract: "Query the cache with SQL; it can only read.",
        discussion: "Payloads are JSON: json_extract(payload, '$.title') looks into one.")
    static let example = "sql \"select key, json_extract(payload, '$.title') from item limit 5\""

    @OptionGroup var shared: SharedOptions

    @Argument(help: "One statement.")
    var query: String

    static let isPaged = true

    func run(in shell: Shell) async throws -> ExitStatus {
        let query = try shell.cache(shared).query(query)
        // A column name may occur twice; an object has each name once.
        let fields = Self.distinct(query.columns).enumerated().map { index, name in
            Field<[SQLValue]>(name) { $0[index].json }
        }
        let rows = Listing(
            reading: { body in
                while let row = try query.next() {
                    try Task.checkCancellation()
                    try body(row)
                }
            }, fields: Fields(fields), columns: query.columns.map { .text($0, isFlexible: true) }
        ) { $0.map(\.json.cell) }
        try shell.show(rows, shared)
        return .done
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
    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let text): .string(text)
        case .blob(let bytes): .string(hexadecimal(bytes))
        }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
