import FeedCache
import FeedModel
import FeedStore

/// What a change is for a reader of the feed. A row that was pushed out of its window is not gone, and one that was
/// pushed into it is not new: the list has them before and after.
struct ChangeNews {
    /// In the feed after.
    private let new: [RowPosition]
    private let changed: [RowPosition]
    /// In the feed before.
    private let gone: [RowPosition]

    /// - Parameters:
    ///   - old: the run that the feed before is of; the greatest number for now.
    ///   - new: the run that the feed after is of.
    init(_ change: FeedChange, from old: Int64, to new: Int64, in snapshot: FeedSnapshot) throws {
        let (before, after) = (change.before, change.screen)
        self.new = try change.changes.inserts.filter { position in
            try !snapshot.has(after.sections[position.section], position.row, beyond: before, asOf: old)
        }
        gone = try change.changes.deletes.filter { position in
            try !snapshot.has(before.sections[position.section], position.row, beyond: after, asOf: new)
        }
        changed = change.changes.updates.map(\.new)
    }

    /// How much is new, changed and gone.
    var counts: JSONValue { .array([new, changed, gone].map { .number($0.count) }) }

    /// Sections, then rows: what is new, changed, gone and moved.
    ///
    /// - Parameters:
    ///   - old: the run that shows what is gone.
    ///   - new: the run that shows the rest.
    func lines(of change: FeedChange, from old: Int64, to new: Int64) -> [PreviewList.Line] {
        let (changes, before, after) = (change.changes, change.before.sections, change.screen.sections)
        let moved = changes.moves.map(\.new)
        let rows = [("new", self.new), ("changed", changed), ("gone", gone), ("moved", moved)]
        return changes.sectionInserts.map { PreviewList.Line(what: "new", section: after[$0], row: nil, run: new) }
            + changes.sectionDeletes.map { PreviewList.Line(what: "gone", section: before[$0], row: nil, run: old) }
            + rows.flatMap { what, positions in
                positions.map { position in
                    what == "gone"
                        ? PreviewList.Line(what: what, section: before[position.section], row: position.row, run: old)
                        : PreviewList.Line(what: what, section: after[position.section], row: position.row, run: new)
                }
            }
    }
}

extension FeedSnapshot {
    /// Whether the section of that ID in another feed has a row that is in none of its windows.
    fileprivate func has(
        _ section: FeedSection, _ row: Int, beyond feed: FeedScreen, asOf run: Int64
    ) throws -> Bool {
        guard let other = feed[section.id], other.rows.count < other.rowCount else { return false }
        let row = section.rows[row]
        guard case .content(_, let id, _, _) = row else {
            return try run == .max && rows(of: other.section).row(of: row.identity) != nil
        }
        switch other.section.content {
        case .inline(let items): return items.contains { ItemID($0.key) == id }
        case .collection(let name): return try reader.list(name).record(of: id.text)?.wasThere(asOf: run) ?? false
        }
    }
}

extension ItemRecord {
    /// Whether it was in its list at the end of a run, on screen or beyond the edge of what is kept.
    fileprivate func wasThere(asOf run: Int64) -> Bool {
        let later = history.drop { $0.run <= run }
        guard let next = later.first else { return firstRun <= run && removal == nil }
        // What is written beside a change is what was before it.
        return next.change != "returned" && (firstRun <= run || later.contains { $0.change == "returned" })
    }
}
