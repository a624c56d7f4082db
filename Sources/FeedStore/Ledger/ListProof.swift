package import FeedModel
import GRDB

/// What shows that a manifest reads the whole of a list, and since when. It holds for that manifest, under whatever header
/// values.
package struct ListProof: Equatable, Sendable {
    /// For people: `it was read to its total of 1234`.
    package let text: String
    package let at: Instant

    /// Of a row of `collection`; nil where nothing shows it of the manifest of the last whole walk.
    init?(_ row: StoredRow) throws {
        guard let text = try row["proof"] as String?, let at = try row["proved_at"] as Instant?,
            let walked = try row["fingerprint"] as String?, try row["proved_as"] == Self.manifest(of: walked)
        else { return nil }
        (self.text, self.at) = (text, at)
    }

    private static func manifest(of fingerprint: String) -> String { String(fingerprint.prefix { $0 != "." }) }

    /// Notes `text` of a collection, once for each manifest; nil takes back what was noted.
    ///
    /// - Parameter fingerprint: the manifest's, or a walk's.
    static func note(_ text: String?, of collection: Int64, as fingerprint: String, now: Instant, db: Database) throws {
        let manifest = manifest(of: fingerprint)
        try db.run(
            """
            UPDATE collection SET proof = :text, proved_as = :manifest, proved_at = iif(:text IS NULL, NULL, :now)
            WHERE id = :id AND ((proof IS NULL) <> (:text IS NULL) OR proved_as IS NOT :manifest)
            """, ["text": text, "manifest": manifest, "now": now, "id": collection])
    }
}
