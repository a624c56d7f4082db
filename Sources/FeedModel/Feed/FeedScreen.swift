public import Foundation

/// A row of a section as it is shown: an item or an ad.
public enum FeedRow: Hashable, Sendable {
    /// The content item at `index` of the section's content.
    case content(index: Int, key: String, version: String?, payload: String)
    /// The ad in slot `slot`, counted from 0 at the top of the section. Its serial distinguishes it from the same ad in
    /// another slot; it is 0 for a row that was read from a document.
    case ad(slot: Int, serial: Int64, id: String, payload: String)

    /// What a row is, apart from its section, its place and its content.
    public enum Identity: Hashable, Sendable {
        /// A content item.
        case content(ItemKey)
        /// A filled ad.
        case ad(ItemKey)
    }

    /// What the row is: a section has it once. IDs are compared to the byte.
    public var identity: Identity {
        switch self {
        case .content(_, let key, _, _): .content(ItemKey(key))
        case .ad(_, _, let id, _): .ad(ItemKey(id))
        }
    }

    /// The ID of the item or ad.
    public var id: String {
        switch self {
        case .content(_, let key, _, _): key
        case .ad(_, _, let id, _): id
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
    /// Its header.
    package let section: Section
    /// How many rows it has, ads included.
    public let rowCount: Int
    /// The place of the first of `rows` among all of them, from 0.
    public let firstRow: Int
    /// The rows from there on.
    public let rows: [FeedRow]

    /// A section; nothing is checked.
    package init(section: Section, rowCount: Int, firstRow: Int, rows: [FeedRow]) {
        self.section = section
        self.rowCount = rowCount
        self.firstRow = firstRow
        self.rows = rows
    }

    /// The server's ID; made from type and title where the server gives none.
    public var id: String { section.id }
    /// The server's word for the kind of section. Any word is possible.
    public var type: String { section.type }
    /// The title for people; may be empty.
    public var title: String { section.title }
    /// How to draw it: the server's word; else the type, where that names a layout; else `list`.
    public var layout: String { section.layout }
    /// The collection that it shows; nil where its items are in the section config itself.
    public var collection: String? { section.collection }
}

/// The feed, or a part of it, as it is shown at one moment.
public struct FeedScreen: Hashable, Sendable {
    /// The last sync, which may have been under way; nil before the first.
    public let run: Int64?
    /// In the server's order.
    public let sections: [FeedSection]

    /// A feed; nothing is checked.
    package init(run: Int64?, sections: [FeedSection]) {
        self.run = run
        self.sections = sections
    }

    /// The section of that ID; nil where there is none.
    public subscript(id: String) -> FeedSection? { sections.first { $0.identity == ItemKey(id) } }
}
