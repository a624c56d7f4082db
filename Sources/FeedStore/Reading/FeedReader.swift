import FeedModel
import GRDB

/// Reads from one snapshot of the database: everything it gives belongs together, whatever is written meanwhile.
///
/// It is valid inside the closure it was handed to, on that thread.
public struct FeedReader {
    let db: Database

    func sourceID(named name: String) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT id FROM source WHERE name = ?", arguments: [name])
    }

    func collectionID(_ name: String, source: String) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT collection.id FROM collection JOIN source ON source.id = collection.source
                WHERE source.name = ? AND collection.name = ?
                """, arguments: [source, name])
    }

    /// The list of a collection, empty where the collection was never synced.
    public func list(_ collection: String, source: String) throws -> ItemList {
        ItemList(db: db, collection: try collectionID(collection, source: source), name: collection)
    }
}
