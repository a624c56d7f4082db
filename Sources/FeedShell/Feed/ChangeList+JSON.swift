import FeedCache
import TerminalKit

extension ChangeList {
    /// The lines of `watch --json`: an object for each change, all of the same members.
    func objects(at time: Instant) -> [JSONValue] {
        (sectionChanges + rowChanges).map { $0.json(time: time, run: after.run) }
    }

    /// One change as a program wants it.
    private struct Change {
        let kind: String
        let what: String
        let section: String
        let id: String
        /// The place now; nil for what is gone.
        var row: Int?
        /// Where it was; nil for what is new.
        var from: (section: String, row: Int)?
        var fields: [String] = []
        var payload: String?

        func json(time: Instant, run: Int64?) -> JSONValue {
            .object([
                ("time", .time(time)), ("run", .number(run)), ("kind", .string(kind)), ("what", .string(what)),
                ("section", .string(section)), ("id", .string(id)), ("row", .number(row)),
                (
                    "from",
                    from.map { .object([("section", .string($0.section)), ("row", .number($0.row))]) } ?? .null
                ),
                ("fields", .array(fields.map(JSONValue.string))),
                ("payload", payload.map(JSONValue.verbatim) ?? .null),
            ])
        }
    }

    // MARK: Sections

    private var sectionChanges: [Change] {
        changes.sectionDeletes.map { section("delete", old: $0, new: nil) }
            + changes.sectionInserts.map { section("insert", old: nil, new: $0) }
            + changes.sectionMoves.map { section("move", old: $0.old, new: $0.new) }
            + changes.sectionUpdates.map { pair in
                var change = section("update", old: pair.old, new: pair.new)
                change.fields = changedHeader(pair)
                return change
            }
    }

    private func section(_ kind: String, old: Int?, new: Int?) -> Change {
        let id = new.map { after.sections[$0].section.id } ?? old.map { before.sections[$0].section.id } ?? ""
        return Change(
            kind: kind, what: "section", section: id, id: id, row: new, from: old.map { (section: id, row: $0) })
    }

    private func changedHeader(_ pair: OffsetPair<Int>) -> [String] {
        let (old, new) = (before.sections[pair.old].section, after.sections[pair.new].section)
        return [
            ("type", old.type, new.type), ("title", old.title, new.title), ("layout", old.layout, new.layout),
            ("collection", old.collection ?? "", new.collection ?? ""),
        ].filter { ItemKey($0.1) != ItemKey($0.2) }.map(\.0)
    }

    // MARK: Rows

    private var rowChanges: [Change] {
        changes.deletes.map { row("delete", old: $0, new: nil) }
            + changes.inserts.map { position in
                var change = row("insert", old: nil, new: position)
                change.payload = row(after, position).payload
                return change
            }
            + changes.moves.map { row("move", old: $0.old, new: $0.new) }
            + changes.updates.map { pair in
                var change = row("update", old: pair.old, new: pair.new)
                let payload = row(after, pair.new).payload
                change.fields = Self.changedFields(row(before, pair.old).payload, payload)
                change.payload = payload
                return change
            }
    }

    private func row(_ kind: String, old: RowPosition?, new: RowPosition?) -> Change {
        let place = new.map { (after, $0) } ?? old.map { (before, $0) }
        let row = place.map(row)
        return Change(
            kind: kind, what: row?.kindName ?? "content",
            section: place.map { $0.0.sections[$0.1.section].section.id } ?? "", id: row?.id ?? "", row: new?.row,
            from: old.map { (section: before.sections[$0.section].section.id, row: $0.row) })
    }
}

extension FeedRow {
    /// As in `feed --json`.
    fileprivate var kindName: String {
        switch self {
        case .content: "content"
        case .ad: "ad"
        }
    }
}
