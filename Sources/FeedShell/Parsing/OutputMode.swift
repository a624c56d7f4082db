import ArgumentParser

/// How results are shown.
enum OutputMode: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Columns, for people.
    case table
    /// A record a block, a field a line, for people: nothing is cut short.
    case vertical
    /// One document.
    case json
    /// A record a line, each a JSON object.
    case ndjson
    /// A header and a record a line (RFC 4180).
    case csv

    /// Whether somebody reads it, rather than a program.
    var isForPeople: Bool { self == .table || self == .vertical }

    /// Their names as part of a sentence: `table, vertical or json`.
    static func sentence(_ modes: [OutputMode]) -> String {
        let names = modes.map(\.rawValue)
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
