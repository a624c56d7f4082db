import FeedModel
import TerminalKit

/// How many changes of each kind a changeset has.
struct ChangeCounts {
    let sections: Int
    let inserted: Int
    let deleted: Int
    let moved: Int
    let updated: Int

    var sentence: String {
        "\(sections) sections, \(inserted) came, \(deleted) went, \(moved) moved, \(updated) changed"
    }

    var json: JSONValue {
        .object([
            ("sections", .number(sections)), ("inserts", .number(inserted)), ("deletes", .number(deleted)),
            ("moves", .number(moved)), ("updates", .number(updated)),
        ])
    }
}

extension Changeset {
    var counts: ChangeCounts {
        ChangeCounts(
            sections: sectionDeletes.count + sectionInserts.count + sectionMoves.count + sectionUpdates.count,
            inserted: inserts.count, deleted: deletes.count, moved: moves.count, updated: updates.count)
    }

    /// The document of `diff --json`.
    var json: JSONValue {
        func number(_ value: Int) -> JSONValue { .number(value) }
        func position(_ position: RowPosition) -> JSONValue {
            .array([.number(position.section), .number(position.row)])
        }
        func pair<Offset>(_ pair: OffsetPair<Offset>, _ value: (Offset) -> JSONValue) -> JSONValue {
            .array([value(pair.old), value(pair.new)])
        }
        return .object([
            ("section_deletes", .array(sectionDeletes.map(number))),
            ("section_inserts", .array(sectionInserts.map(number))),
            ("section_moves", .array(sectionMoves.map { pair($0, number) })),
            ("section_updates", .array(sectionUpdates.map { pair($0, number) })),
            ("deletes", .array(deletes.map(position))), ("inserts", .array(inserts.map(position))),
            ("moves", .array(moves.map { pair($0, position) })),
            ("updates", .array(updates.map { pair($0, position) })),
        ])
    }
}
