/// What turns one feed into another: sections and rows that were deleted, inserted, moved or changed.
///
/// - Deletes and the `old` of moves and updates count in the old feed; inserts and the `new` count in the new one.
/// - Rows of a section that was deleted or inserted as a whole are not listed, unless they moved from or to another
///   section.
/// - A row moves with its section for free. Moves are as few as can be.
/// - Updates are independent of moves: a row that moved and changed is in both.
///
/// All lists ascend, by `new` where there is one.
public struct Changeset: Hashable, Sendable {
    /// Sections that are gone, by old offset.
    public package(set) var sectionDeletes: [Int] = []
    /// Sections that are new, by new offset.
    public package(set) var sectionInserts: [Int] = []
    /// Sections whose place among the others changed.
    public package(set) var sectionMoves: [OffsetPair<Int>] = []
    /// Sections whose header changed.
    public package(set) var sectionUpdates: [OffsetPair<Int>] = []
    /// Rows that are gone from sections that stayed.
    public package(set) var deletes: [RowPosition] = []
    /// Rows that are new in sections that were there.
    public package(set) var inserts: [RowPosition] = []
    /// Rows whose section changed, or whose place among the others of their section.
    public package(set) var moves: [OffsetPair<RowPosition>] = []
    /// Rows whose content changed.
    public package(set) var updates: [OffsetPair<RowPosition>] = []

    package init() {}

    /// Whether the feeds are the same.
    public var isEmpty: Bool { count == 0 }

    /// How many operations there are in all.
    public var count: Int {
        sectionDeletes.count + sectionInserts.count + sectionMoves.count + sectionUpdates.count
            + deletes.count + inserts.count + moves.count + updates.count
    }

    /// The document of `diff --json`.
    package var json: JSONValue {
        func pairs<Offset>(_ pairs: [OffsetPair<Offset>], _ value: (Offset) -> JSONValue) -> JSONValue {
            .array(pairs.map { .array([value($0.old), value($0.new)]) })
        }
        func number(_ value: Int) -> JSONValue { .number(value) }
        return .object([
            ("section_deletes", .array(sectionDeletes.map(number))),
            ("section_inserts", .array(sectionInserts.map(number))),
            ("section_moves", pairs(sectionMoves, number)), ("section_updates", pairs(sectionUpdates, number)),
            ("deletes", .array(deletes.map(\.json))), ("inserts", .array(inserts.map(\.json))),
            ("moves", pairs(moves, \.json)), ("updates", pairs(updates, \.json)),
        ])
    }
}

/// The position of a row: the section in its feed and the row in its section, both from 0.
public struct RowPosition: Hashable, Comparable, Sendable {
    /// The offset of its section in the feed.
    public let section: Int
    /// Its offset in the section.
    public let row: Int

    /// A position.
    public init(section: Int, row: Int) { (self.section, self.row) = (section, row) }

    package var json: JSONValue { .array([.number(section), .number(row)]) }

    /// The order of the screen.
    public static func < (left: RowPosition, right: RowPosition) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

/// Where something was and where it is.
public struct OffsetPair<Offset: Hashable & Sendable>: Hashable, Sendable {
    /// Its offset in the old feed.
    public let old: Offset
    /// Its offset in the new feed.
    public let new: Offset

    /// A pair.
    public init(old: Offset, new: Offset) { (self.old, self.new) = (old, new) }
}

package protocol DiffableRow {
    associatedtype Identity: Hashable

    /// The identity of the row. It may occur in several sections, and by mistake twice in one.
    var identity: Identity { get }

    /// A number that rows of the same identity share and few others have, at less cost than a hash; nil where there is
    /// none.
    var identityMark: UInt64? { get }

    /// Whether the row shows what `other`, a row of the same identity, shows.
    func hasSameContent(as other: Self) -> Bool
}

package protocol DiffableSection {
    associatedtype Identity: Hashable
    associatedtype Row: DiffableRow

    /// The identity of the section. It should be unique in a feed; where it is not, the first occurrences pair.
    var identity: Identity { get }

    var rows: [Row] { get }

    /// Whether everything but the rows is as in `other`, a section of the same identity.
    func hasSameHeader(as other: Self) -> Bool

    func with(rows: [Row]) -> Self
}
