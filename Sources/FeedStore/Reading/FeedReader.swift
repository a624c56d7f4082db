import FeedModel
import Foundation
import GRDB

/// The whole database at one moment: everything it gives belongs together, whatever is written meanwhile.
///
/// It is valid inside the closure that it was given to, on that thread.
package struct StoreSnapshot {
    let db: Database

    /// - Parameters:
    ///   - name: in the manifest. A source that was never written is empty.
    ///   - account: as it is; nil where the manifest names none.
    package func reader(source name: String, account: String? = nil) throws -> FeedReader {
        FeedReader(db: db, source: try sourceID(named: sourceName(name, account: account)))
    }

    /// The row of a source; nil where nothing of it was ever written.
    func sourceID(named name: String) throws -> Int64? {
        try db.value("SELECT id FROM source WHERE name = ?", [name])
    }

    /// A digest of secrets. Different secrets have different digests, and no secret can be read from its digest:
    /// HMAC-SHA-256 (RFC 2104) with this database's own random salt as its key, the first 16 bytes in hexadecimal digits.
    package func saltedDigest(of parts: [String]) throws -> String {
        // With another one, or none, what is in the file would be looked for under another name.
        guard let salt = try Data.fetchOne(db, sql: "SELECT salt FROM digest_salt WHERE id = 1") else {
            throw DatabaseError.corrupt("the row of digest_salt is gone")
        }
        return Self.digest(of: parts, key: salt)
    }

    static func digest(of parts: [String], key: Data) -> String {
        var code = HMAC(key: key)
        for part in parts {
            // With its length, so that no two lists of parts run together.
            code.update(data: Data("\(part.utf8.count):\(part)".utf8))
        }
        return code.finalize().prefix(16).hexadecimal
    }

    /// What the database calls a source: its name and, where the manifest names an account, a salted digest of that.
    /// Another account is another source.
    package func sourceName(_ name: String, account: String?) throws -> String {
        try account.map { "\(name)@\(try saltedDigest(of: [$0]))" } ?? name
    }
}

/// Reads one source from one snapshot, inside the closure that it was given to, on that thread. What it throws leaves
/// `FeedDatabase.read` as `StoreError`.
package struct FeedReader {
    let db: Database
    /// The source's row; nil where nothing of it was ever written.
    let source: Int64?

    package var snapshot: StoreSnapshot { StoreSnapshot(db: db) }

    /// The row of a collection; nil where it was never synced.
    func collectionID(_ name: String) throws -> Int64? {
        try db.value("SELECT id FROM collection WHERE source = ? AND name = ?", [source, name])
    }

    /// The list of a collection. It is empty where the collection was never synced.
    package func list(_ collection: String) throws -> ItemList {
        ItemList(db: db, collection: try collectionID(collection), name: collection)
    }
}
