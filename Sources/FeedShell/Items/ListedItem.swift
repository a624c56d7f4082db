import FeedCache
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
        let fields: [Field<Self>] = [
            Field("collection") { _ in .string(collection) }, Field("id") { .string($0.key) },
            Field("position") { .number($0.position) }, Field("version") { .text($0.version) },
            Field("payload") { $0.payload.map(JSONValue.verbatim) ?? .null },
        ]
        let title = Table.Column.text("title", isFlexible: true)
        guard isRemoved else {
            return Listing(
                reading: forEach, fields: Fields(fields),
                columns: [.number("#"), .text("id"), .text("version"), title]
            ) { [$0.position.map(String.init) ?? "", $0.key, $0.version ?? "", $0.title] }
        }
        return Listing(
            reading: forEach, fields: Fields(fields + [Field("removed") { $0.end?.json ?? .null }]),
            columns: [.text("id"), .text("removed"), .text("why"), title]
        ) { [$0.key, $0.end?.at ?? "", $0.end?.reason ?? "", $0.title] }
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
