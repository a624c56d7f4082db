import FeedCache
import FeedModel
import TerminalKit

/// A changeset for people: what came, went, moved and changed, and which fields.
struct ChangeList {
    /// One change.
    struct Line {
        let change: String
        let section: String
        let place: String
        let what: String

        /// The columns of the table, for the modes that have a record a change.
        static let fields: Fields<Line> = [
            Field("change") { .string($0.change) }, Field("section") { .string($0.section) },
            Field("where") { .string($0.place) }, Field("what") { .string($0.what) },
        ]

        /// A row of the table for people.
        var cells: [String] { [change, section, place, what] }
    }

    /// The columns of the table for people.
    static let columns: [Table.Column] = [
        .text("change"), .text("section", isFlexible: true), .text("where"), .text("what", isFlexible: true),
    ]

    let changes: Changeset
    let before: ComposedFeed
    let after: ComposedFeed

    var lines: [Line] { sectionLines + rowLines }

    // MARK: Sections

    private var sectionLines: [Line] {
        changes.sectionDeletes.map { line("− section", before.sections[$0], "\($0)") }
            + changes.sectionInserts.map { line("+ section", after.sections[$0], "\($0)") }
            + changes.sectionMoves.map { line("↕ section", after.sections[$0.new], "\($0.old) → \($0.new)") }
            + changes.sectionUpdates.map { line("~ section", after.sections[$0.new], "\($0.new)") }
    }

    private func line(_ change: String, _ section: ComposedSection, _ place: String) -> Line {
        Line(change: change, section: section.section.id, place: place, what: section.section.title)
    }

    // MARK: Rows

    private var rowLines: [Line] {
        changes.deletes.map { line("−", before, $0, "\($0.row)") }
            + changes.inserts.map { line("+", after, $0, "\($0.row)") }
            + changes.moves.map { move in
                let from =
                    move.old.section == move.new.section ? "" : "\(before.sections[move.old.section].section.id) "
                return line("↕", after, move.new, "\(from)\(move.old.row) → \(move.new.row)")
            }
            + changes.updates.map { update in
                let fields = Self.changedFields(
                    row(before, update.old).payload, row(after, update.new).payload)
                return line("~", after, update.new, "\(update.new.row)", fields: fields)
            }
    }

    private func line(
        _ change: String, _ feed: ComposedFeed, _ position: RowPosition, _ place: String, fields: [String] = []
    ) -> Line {
        let row = row(feed, position)
        let note = fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
        return Line(
            change: change, section: feed.sections[position.section].section.id, place: place,
            what: "\(row.id) \(FeedText.title(of: row))\(note)")
    }

    func row(_ feed: ComposedFeed, _ position: RowPosition) -> ComposedRow {
        feed.sections[position.section].rows[position.row]
    }

    /// The names of the fields that are not the same in two objects.
    static func changedFields(_ old: String, _ new: String) -> [String] {
        guard let before = fields(old), let after = fields(new) else { return [] }
        let (oldValues, newValues) = (values(before), values(after))
        var seen: Set<ItemKey> = []
        return (after + before).map(\.name).filter { name in
            seen.insert(name).inserted && oldValues[name] != newValues[name]
        }.map(\.text)
    }

    /// Of repeated members the last counts.
    private static func values(
        _ fields: [(name: ItemKey, value: ArraySlice<UInt8>)]
    ) -> [ItemKey: ArraySlice<UInt8>] {
        Dictionary(fields.map { ($0.name, $0.value) }) { _, last in last }
    }

    private static func fields(_ payload: String) -> [(name: ItemKey, value: ArraySlice<UInt8>)]? {
        guard let document = try? JSONDocument(Array(payload.utf8)), document.scalar(at: document.root) == .object
        else { return nil }
        return document.members(of: document.root).map { (ItemKey($0.key), document.slice($0.value)) }
    }
}

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
