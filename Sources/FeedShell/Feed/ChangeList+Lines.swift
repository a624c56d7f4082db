import FeedModel
import TerminalKit

extension ChangeList {
    struct Line {
        let change: String
        let section: String
        let place: String
        let what: String

        static let fields: Fields<Line> = [
            Field("change", shown: .text("change")) { .string($0.change) },
            Field("section", shown: .text("section", isFlexible: true)) { .string($0.section) },
            Field("where", shown: .text("where")) { .string($0.place) },
            Field("what", shown: .text("what", isFlexible: true)) { .string($0.what) },
        ]

        init(_ record: Record) {
            section = record.section
            place = Self.place(of: record)
            if record.subject == .section {
                change = "\(record.kind.sign) section"
                what = record.title
            } else {
                change = record.kind.sign
                let words = [record.id, record.subject == .ad ? "[ad]" : "", record.title, Self.note(on: record)]
                what = words.filter { !$0.isEmpty }.joined(separator: " ")
            }
        }

        private static func place(of record: Record) -> String {
            let new = record.row.map(String.init) ?? ""
            guard let old = record.from else { return new }
            switch record.kind {
            case .delete, .older: return "\(old.row)"
            case .move: return "\(old.section == record.section ? "" : "\(old.section) ")\(old.row) → \(new)"
            case .insert, .update: return new
            }
        }

        private static func note(on record: Record) -> String {
            guard let fields = record.fields else { return "(fields unknown)" }
            return fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
        }
    }

    var lines: [Line] { records.map(Line.init) }
}

extension ChangeList.Record.Kind {
    fileprivate var sign: String {
        switch self {
        case .delete: "−"
        case .older: "↓"
        case .insert: "+"
        case .move: "↕"
        case .update: "~"
        }
    }
}

extension ChangeList.Record {
    /// A line of `watch --json`; all have the same members.
    func json(time: Instant, run: Int64?) -> JSONValue {
        .object([
            ("time", .time(time)), ("run", .number(run)), ("kind", .string(kind.rawValue)),
            ("what", .string(subject.rawValue)), ("section", .string(section)), ("id", .string(id)),
            ("row", .number(row)),
            (
                "from",
                from.map { .object([("section", .string($0.section)), ("row", .number($0.row))]) } ?? .null
            ),
            ("fields", fields.map { .array($0.map(JSONValue.string)) } ?? .null),
            ("payload", payload.map(JSONValue.verbatim) ?? .null),
        ])
    }
}
