package import FeedModel
import Foundation
import GRDB

extension SourceStore {
    /// Gives the account its name in the change stream: HMAC-SHA-256 (RFC 2104) of the source's name and the account, which is
    /// the same in each cache that has the same key. Readers who hold things under another name are told.
    ///
    /// Without a key whoever has the name can try accounts until one of them gives it.
    ///
    /// - Parameters:
    ///   - account: as it is; the file does not hold it.
    ///   - key: nil for none.
    package func nameAccount(_ account: String, of source: String, key: String?, now: Instant) throws {
        let name = StoreSnapshot.digest(of: [source, account], key: Data((key ?? "").utf8))
        let known = try database.read { try $0.db.value(String.self, Self.accountName, [id]) }
        if known == name { return }
        try database.writeStamped { db, stamp in
            try db.run(
                """
                INSERT INTO forgotten (change, at, source, name, account, renamed_to, sections, event)
                SELECT ?, ?, id, name, account_name, ?, '[]', (SELECT ifnull(max(id), 0) FROM event)
                FROM source WHERE id = ? AND EXISTS (SELECT 1 FROM run WHERE run.source = source.id)
                """, [try stamp.number(), now.millisecondsSince1970, name, id])
            try db.run("UPDATE source SET account_name = ? WHERE id = ?", [name, id])
        }
    }

    private static let accountName = "SELECT account_name FROM source WHERE id = ?"
}
