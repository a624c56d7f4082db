import FeedModel
import TerminalKit

extension ChangeList {
    /// The lines of `watch --json`: an object for each change, all of the same members.
    func objects(at time: Instant) -> [JSONValue] {
        records.map { $0.json(time: time, run: run) }
    }
}

extension ChangeList.Record {
    fileprivate func json(time: Instant, run: Int64?) -> JSONValue {
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
