import ArgumentParser
import FeedCache

struct SQLCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql", abstract: "Query the cache with SQL; it can only read.",
        discussion: "Payloads are JSON: json_extract(payload, '$.title') looks into one.")
    static let example = "sql \"select key, json_extract(payload, '$.title') from item limit 5\""

    @OptionGroup var shared: SharedOptions

    @Argument(help: "One statement.")
    var query: String

    func run(in shell: Shell) async throws -> ExitStatus {
        let query = try shell.cache(shared).query(query)
        if shared.json {
            try showJSON(query, shell)
        } else {
            var table = Table(columns: query.columns.map { .text($0, isFlexible: true) })
            while let row = try query.next() {
                try Task.checkCancellation()
                table.rows.append(row.map(\.text))
            }
            try shell.show(table, shared)
        }
        return .done
    }

    private func showJSON(_ query: ReadOnlyQuery, _ shell: Shell) throws {
        var sink = BufferedOutput(shell.output)
        var isFirst = true
        // A column name may occur twice; an object has each name once.
        let names = Self.distinct(query.columns)
        try sink.write("[")
        while let row = try query.next() {
            try Task.checkCancellation()
            try sink.write(isFirst ? "" : ",")
            try sink.write(.object(Array(zip(names, row.map(\.json)))))
            isFirst = false
        }
        try sink.write("]\n")
        try sink.flush()
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
    fileprivate var text: String {
        switch self {
        case .null: ""
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .text(let text): text
        case .blob(let bytes): hexadecimal(bytes)
        }
    }

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
