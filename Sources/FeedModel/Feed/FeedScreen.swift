public import Foundation

/// A row of a section as it is shown: an item or an ad.
@nonexhaustive public enum FeedRow: Hashable, Sendable {
    /// The content item at `index` of the section's content.
    case content(index: Int, id: ItemID, version: String?, payload: String)
    /// The ad in slot `slot`, counted from 0 at the top of the section. Its serial distinguishes it from the same ad in
    /// another slot; it is 0 for a row that was read from a document.
    case ad(slot: Int, serial: Int64, id: ItemID, payload: String)

    /// What a row is, apart from its section, its place and its content.
    public enum Identity: Hashable, Sendable {
        case content(ItemID)
        case ad(ItemID)

        package var text: String {
            switch self {
            case .content(let key), .ad(let key): key.text
            }
        }
    }

    /// What a row is on a screen: no other row there has the same one. It stays the same as long as the row is in its
    /// section, wherever it moves, whatever changes and whichever rows are read. Texts are compared to the byte.
    public struct ID: Hashable, Sendable {
        /// The ID of its section.
        public let section: SectionID
        /// Whether it is an item or an ad, and its ID.
        public let identity: Identity
        /// Which of those with this identity it is, from the top of the section; 1 but where the server sends one twice.
        public let occurrence: Int

        /// An ID; those of a section's rows are its `rowIDs`.
        public init(section: SectionID, identity: Identity, occurrence: Int = 1) {
            (self.section, self.identity, self.occurrence) = (section, identity, occurrence)
        }
    }

    /// What the row is, apart from its section. IDs are compared to the byte.
    public var identity: Identity {
        switch self {
        case .content(_, let id, _, _): .content(id)
        case .ad(_, _, let id, _): .ad(id)
        }
    }

    /// The ID of the item or ad.
    public var id: ItemID {
        switch self {
        case .content(_, let id, _, _), .ad(_, _, let id, _): id
        }
    }

    /// Its JSON, to the byte as the server sent it.
    public var payload: String {
        switch self {
        case .content(_, _, _, let payload), .ad(_, _, _, let payload): payload
        }
    }

    /// Decodes the payload.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(payload.utf8))
    }
}

/// A section of the feed with some or all of its rows.
public struct FeedSection: Identifiable, Hashable, Sendable {
    package let section: Section
    /// How many rows it has, ads included.
    public let rowCount: Int
    /// The place of the first of `rows` among all of them, from 0.
    public let firstRow: Int
    /// The rows from there on.
    public let rows: [FeedRow]
    /// How often what is in `rows` is above them, too.
    private let occurrencesAbove: [FeedRow.Identity: Int]

    package init(
        section: Section, rowCount: Int, firstRow: Int, rows: [FeedRow], occurrencesAbove: [FeedRow.Identity: Int] = [:]
    ) {
        (self.section, self.rowCount, self.firstRow) = (section, rowCount, firstRow)
        (self.rows, self.occurrencesAbove) = (rows, occurrencesAbove)
    }

    /// A section, as for a preview or a test.
    ///
    /// - Parameters:
    ///   - id: unique on its screen.
    ///   - type: the server's word for the kind of section; nil: `id`.
    ///   - title: for people.
    ///   - layout: how to draw it.
    ///   - collection: the collection that it shows; nil where its items are in the section config itself.
    ///   - payload: its JSON, an object.
    ///   - rows: the rows that were read.
    ///   - firstRow: the place of the first of them among all rows, 0 or more.
    ///   - rowCount: how many rows it has in all; nil: `firstRow` and the number of `rows`, which is also the least.
    public init(
        id: SectionID, type: String? = nil, title: String = "", layout: String = "list",
        collection: CollectionName? = nil, payload: String = "{}", rows: [FeedRow], firstRow: Int = 0,
        rowCount: Int? = nil
    ) {
        let firstRow = min(max(0, firstRow), Int.max - rows.count)
        self.init(
            section: Section(
                id: id.text, type: type ?? id.text, title: title, layout: layout,
                content: collection.map { .collection($0.text) } ?? .inline([]), payload: payload),
            rowCount: max(rowCount ?? 0, firstRow + rows.count), firstRow: firstRow, rows: rows)
    }

    /// The IDs of `rows`, in their order: what a diffable data source or a `ForEach` is given.
    public var rowIDs: [FeedRow.ID] {
        var occurrences = occurrencesAbove
        return rows.map { row in
            occurrences[row.identity, default: 0] += 1
            return FeedRow.ID(section: id, identity: row.identity, occurrence: occurrences[row.identity, default: 1])
        }
    }

    /// The section with other rows. The number of rows that it does not hold stays the same.
    package func with(rows: [FeedRow]) -> FeedSection {
        FeedSection(
            section: section, rowCount: rowCount - self.rows.count + rows.count, firstRow: firstRow, rows: rows,
            occurrencesAbove: occurrencesAbove)
    }

    /// The server's ID; made from type and title where the server gives none.
    public var id: SectionID { SectionID(section.id) }
    /// The server's word for the kind of section. Any word is possible.
    public var type: String { section.type }
    /// The title for people; may be empty.
    public var title: String { section.title }
    /// How to draw it: the server's word; else the type, where that names a layout; else `list`.
    public var layout: String { section.layout }
    /// The collection that it shows; nil where its items are in the section config itself.
    public var collection: CollectionName? { section.collection.map(CollectionName.init) }
    /// The section's JSON as the server sent it, whatever it holds, but for items that are in it; `{}` where the server
    /// arranges nothing.
    public var payload: String { section.payload }

    /// Decodes the payload.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(payload.utf8))
    }
}

/// The feed, or a part of it, as it is shown at one moment.
public struct FeedScreen: Hashable, Sendable {
    /// The last sync, which may have been under way; nil before the first.
    public let run: Int64?
    /// In the server's order.
    public let sections: [FeedSection]

    /// A feed; nothing is checked.
    ///
    /// - Parameters:
    ///   - run: the number of the last sync; nil before the first.
    ///   - sections: in the order of the screen. Their IDs are unique.
    public init(run: Int64? = nil, sections: [FeedSection]) { (self.run, self.sections) = (run, sections) }

    /// The section of that ID; nil where there is none.
    public subscript(id: SectionID) -> FeedSection? { sections.first { $0.id == id } }
}
