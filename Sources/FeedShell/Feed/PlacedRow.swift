import FeedCache
import TerminalKit

/// A section, where it stands, and how much is in it.
struct PlacedSection {
    /// From 1.
    let number: Int
    let section: Section
    let items: Int

    /// An element of `sections --json`.
    static let fields: Fields<PlacedSection> = [
        Field("id") { .string($0.section.id) }, Field("type") { .string($0.section.type) },
        Field("title") { .string($0.section.title) }, Field("layout") { .string($0.section.layout) },
        Field("collection") { .text($0.section.collection) }, Field("items") { .number($0.items) },
        Field("ads") { $0.section.ads.map(JSONValue.verbatim) ?? .null },
    ]
}

extension SectionRevision {
    /// An element of `sections --history --json`.
    static let fields: Fields<SectionRevision> = [
        Field("revision") { .number($0.number) }, Field("run") { .integer($0.run) }, Field("at") { .time($0.at) },
        Field("config") { .verbatim($0.body) },
    ]
}

/// A row of the feed, and its section.
struct PlacedRow {
    /// The section's ID.
    let section: String
    let row: Int
    let content: FeedRow

    /// Content and ads in one shape, for the modes that have a record a row.
    static let fields: Fields<PlacedRow> = [
        Field("section") { .string($0.section) }, Field("row") { .number($0.row) },
        Field("kind") { $0.member("kind") }, Field("index") { $0.member("index") }, Field("id") { $0.member("id") },
        Field("slot") { $0.member("slot") }, Field("ad") { $0.member("ad") },
        Field("version") { $0.member("version") }, Field("payload") { $0.member("payload") },
    ]

    /// What the row has of that name in `feed --json`; null where it has none.
    private func member(_ name: String) -> JSONValue {
        content.json(row: row).members.first { $0.0 == name }?.1 ?? .null
    }
}
