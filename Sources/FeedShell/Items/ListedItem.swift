import FeedModel
import FeedStore
import TerminalKit

/// An item in a list of items, live or removed: the one definition of its JSON and of its line in a table.
protocol ListedItem: Sendable {
    var key: String { get }
    /// From 0; nil where it is removed.
    var position: Int? { get }
    /// In the server's words.
    var version: String? { get }
    /// Nil where it is removed and only ever had a tombstone.
    var payload: String? { get }
    /// When it was removed and why; nil while it is live.
    var end: (at: String, reason: String, json: JSONValue)? { get }
}

extension ListedItem {
    /// An element of `items --json`, a line of `export --format ndjson`.
    static func listing(
        of collection: String, isRemoved: Bool = false,
        reading forEach: @escaping ((Self) throws -> Void) throws -> Void
    ) -> Listing<Self> {
        let place: [Field<Self>] = isRemoved ? [] : [.shown(.number("#")) { $0.position.map(String.init) ?? "" }]
        let fields: [Field<Self>] = [
            Field("collection") { _ in .string(collection) }, Field("id", shown: .text("id")) { .string($0.key) },
            Field("position") { .number($0.position) },
            Field("version", shown: isRemoved ? nil : .text("version")) { .text($0.version) },
            Field("payload") { $0.payload.map(JSONValue.verbatim) ?? .null },
        ]
        let end: [Field<Self>] = [
            Field("removed", shown: .text("removed"), as: { $0.end?.at ?? "" }) { $0.end?.json ?? .null },
            .shown(.text("why")) { $0.end?.reason ?? "" },
        ]
        let title = Field<Self>.shown(.text("title", isFlexible: true)) { $0.title }
        return Listing(reading: forEach, fields: Fields(place + fields + (isRemoved ? end : []) + [title]))
    }

    private var title: String { payload.map(ItemSummary.title) ?? "" }
}

extension PlacedItem: ListedItem {
    var key: String { item.key }
    var position: Int? { place }
    var version: String? { item.version }
    var payload: String? { item.payload }
    var end: (at: String, reason: String, json: JSONValue)? { nil }
}

extension RemovedItem: ListedItem {
    var position: Int? { nil }
    var end: (at: String, reason: String, json: JSONValue)? {
        (removal.at.description, removal.reason.rawValue, removal.json)
    }
}

extension SelectedItem: ListedItem {
    var end: (at: String, reason: String, json: JSONValue)? {
        removal.map { removal in
            let at = JSONValue.time(Instant(rfc3339: removal.at))
            return (removal.at, removal.reason, .object([("at", at), ("reason", .string(removal.reason))]))
        }
    }
}
