import FeedModel
import Foundation

/// The feed, or a part of it, as it is shown at one moment.
public struct FeedScreen: Hashable, Sendable {
    /// The sections in the server's order.
    public let sections: [FeedSection]

    /// The section of that ID; nil where there is none.
    public subscript(id: String) -> FeedSection? { sections.first { ItemKey($0.id) == ItemKey(id) } }
}

/// A section of the feed with some or all of its rows.
public struct FeedSection: Identifiable, Hashable, Sendable {
    /// The server's ID; made from type and title where the server gives none.
    public let id: String
    /// The server's word for the kind of section. Any word is possible.
    public let type: String
    /// The title for people; may be empty.
    public let title: String
    /// How to draw it: the server's word; else the type, where that names a layout; else `list`.
    public let layout: String
    /// The collection that it shows; nil where its items are in the section config itself.
    public let collection: String?
    /// How many rows it has, ads included.
    public let rowCount: Int
    /// The place of the first of `rows` among all of them, from 0.
    public let firstRow: Int
    /// The rows that were asked for.
    public let rows: [FeedRow]
}

/// A row of a section: an item or an ad.
public enum FeedRow: Identifiable, Hashable, Sendable {
    /// A content item.
    case item(FeedItem)
    /// A filled ad slot.
    case ad(FeedAd)

    /// What a row is, apart from its place and its content.
    public enum ID: Hashable, Sendable {
        /// The item of that ID.
        case item(String)
        /// The ad of that ID.
        case ad(String)
    }

    /// What the row is. A list may hold the same row in two sections, and each only once in one section.
    public var id: ID {
        switch self {
        case .item(let item): .item(item.id)
        case .ad(let ad): .ad(ad.id)
        }
    }
}

// MARK: From the values of the engine

extension FeedScreen {
    init(_ feed: ComposedFeed) {
        self.init(feed.sections)
    }

    init(_ sections: [ComposedSection]) {
        self.init(sections: sections.map(FeedSection.init))
    }
}

extension FeedSection {
    init(_ section: ComposedSection) {
        self.init(
            id: section.section.id, type: section.section.type, title: section.section.title,
            layout: section.section.layout, collection: section.section.collection, rowCount: section.rowCount,
            firstRow: section.firstRow, rows: section.rows.map(FeedRow.init))
    }
}

extension FeedRow {
    init(_ row: ComposedRow) {
        switch row {
        case .content(_, let key, let version, let payload):
            self = .item(FeedItem(id: key, version: version, payload: Data(payload.utf8)))
        case .ad(let slot, _, let id, let payload):
            self = .ad(FeedAd(id: id, slot: slot, payload: Data(payload.utf8)))
        }
    }
}
