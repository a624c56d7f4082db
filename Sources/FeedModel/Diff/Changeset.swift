/// What turns one feed into another: sections and rows that went, came, moved or changed.
///
/// - Deletes and the `old` of moves and updates count in the old feed; inserts and the `new` count in the new one.
/// - Rows of a section that was deleted or inserted as a whole are not listed, unless they came from or went to another
///   section: that is a move.
/// - A row moves with its section for free. Moves are as few as can be.
/// - Updates are independent of moves: what moved and changed is in both.
///
/// All lists ascend, by `new` where there is one.
public struct Changeset: Hashable, Sendable {
    /// Sections that are gone, by old offset.
    public var sectionDeletes: [Int] = []
    /// Sections that are new, by new offset.
    public var sectionInserts: [Int] = []
    /// Sections that left their place among the others.
    public var sectionMoves: [OffsetPair<Int>] = []
    /// Sections whose header changed.
    public var sectionUpdates: [OffsetPair<Int>] = []
    /// Rows that are gone from sections that stayed.
    public var deletes: [RowPosition] = []
    /// Rows that are new in sections that were there.
    public var inserts: [RowPosition] = []
    /// Rows that left their place among the others of their section, or their section.
    public var moves: [OffsetPair<RowPosition>] = []
    /// Rows whose content changed.
    public var updates: [OffsetPair<RowPosition>] = []

    /// A changeset that changes nothing.
    public init() {}

    /// Whether the feeds are the same.
    public var isEmpty: Bool { count == 0 }

    /// How many operations there are in all.
    public var count: Int {
        sectionDeletes.count + sectionInserts.count + sectionMoves.count + sectionUpdates.count
            + deletes.count + inserts.count + moves.count + updates.count
    }
}

/// Where a row stands: counted from 0, the section in its feed and the row in its section.
public struct RowPosition: Hashable, Comparable, Sendable {
    /// The offset of its section in the feed.
    public let section: Int
    /// Its offset in the section.
    public let row: Int

    /// A position; nothing is checked.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

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

    /// A pair; nothing is checked.
    public init(old: Offset, new: Offset) {
        self.old = old
        self.new = new
    }
}

/// A row as the diff sees it: who it is, and whether it looks the same.
public protocol DiffableRow {
    /// What makes two rows the same one, apart from the section they stand in.
    associatedtype Identity: Hashable

    /// Who the row is. The same identity may stand in several sections, and by mistake twice in one.
    var identity: Identity { get }

    /// Whether the row shows what `other`, a row of the same identity, shows.
    func hasSameContent(as other: Self) -> Bool
}

/// A section as the diff sees it: who it is, its header and its rows.
public protocol DiffableSection {
    /// What makes two sections the same one.
    associatedtype Identity: Hashable
    /// What stands in it.
    associatedtype Row: DiffableRow

    /// Who the section is; meant to be unique in a feed, survived where it is not.
    var identity: Identity { get }

    /// Its rows in the order of the screen.
    var rows: [Row] { get }

    /// Whether everything but the rows is as in `other`, a section of the same identity.
    func hasSameHeader(as other: Self) -> Bool

    /// The section with the same identity and header around other rows.
    func with(rows: [Row]) -> Self
}
