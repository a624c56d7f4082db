import ArgumentParser

/// How results are shown.
package enum OutputMode: String, CaseIterable, ExpressibleByArgument, Sendable {
    case auto, table, vertical, box, markdown, json, ndjson, csv, tsv, prometheus

    /// What it is, as help says it.
    var meaning: String {
        switch self {
        case .auto:
            "The default: on a terminal a table, or a record a block where a column finds no room; elsewhere a table."
        case .table: "Columns that fit the terminal; long cells are cut."
        case .vertical: "A record a block, a field a line. Nothing is cut."
        case .box: "A table with lines around its cells."
        case .markdown: "A table of Markdown. Nothing is cut."
        case .json: "One JSON document and nothing else."
        case .ndjson: "One JSON object a line."
        case .csv: "A header and a record a line (RFC 4180)."
        case .tsv:
            "A header and a record a line, with tabs between fields; \\t, \\n, \\r and \\\\ in a field are escapes."
        case .prometheus: "Metrics for Prometheus; “status” only."
        }
    }

    /// Those that every command with records has.
    package static let ofRecords = allCases.filter { $0 != .prometheus }

    var isJSON: Bool { self == .json || self == .ndjson }

    /// The mode that the words of a command ask for, read before they are parsed; nil where they name none.
    static func asked(in words: [String]) -> OutputMode? {
        let words = words.prefix { $0 != "--" }
        return words.contains("--json") ? .json : words.value(of: "--format").flatMap(OutputMode.init)
    }

    /// Whether it is for people rather than for a program.
    package var isForPeople: Bool { [.auto, .table, .vertical, .box].contains(self) }
}
