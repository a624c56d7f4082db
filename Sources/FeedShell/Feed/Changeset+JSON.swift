import FeedModel
import TerminalKit

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
}
