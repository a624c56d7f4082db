package import FeedModel
import GRDB

package struct AssetContent: Equatable, Sendable {
    /// SHA-256 in hexadecimal digits: the name of the file.
    package let digest: String
    package let bytes: Int64
    /// The media type, in lower case and without parameters.
    package let type: String
    /// In pixels; nil where the format does not say.
    package let width: Int?
    package let height: Int?

    package init(digest: String, bytes: Int64, type: String, width: Int? = nil, height: Int? = nil) {
        (self.digest, self.bytes, self.type, self.width, self.height) = (digest, bytes, type, width, height)
    }

    /// Height by width; nil where it is not known.
    package var ratio: Double? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return Double(height) / Double(width)
    }
}

/// What is known of a URL that items name.
package struct AssetRecord: Equatable, Sendable {
    /// As items write it.
    package let url: String
    /// As it was asked for, after what is relative was resolved.
    package let location: String
    /// Nil while there is none.
    package let content: AssetContent?
    package let validator: Validator
    package let expires: Instant?
    package let nextAttempt: Instant?
    /// Why the last try failed; nil where it did not.
    package let error: String?

    init(_ row: StoredRow) throws {
        (url, location) = try (row["url"], row["location"])
        content = try (row["digest"] as String?).map {
            try AssetContent(
                digest: $0, bytes: row["bytes"], type: row["type"], width: row["width"], height: row["height"])
        }
        validator = try Validator(etag: row["etag"], lastModified: row["modified"])
        (expires, nextAttempt, error) = try (row["expires"], row["next_attempt"], row["error"])
    }

    /// Whether it is to be asked for: there is none, its time is over, or it was asked for elsewhere. A time that is further
    /// ahead than any is given was written by a clock that was wrong.
    package func isDue(at now: Instant, location: String) -> Bool {
        if let nextAttempt, nextAttempt > now, nextAttempt <= now.advanced(bySeconds: AssetStore.longestTime) {
            return false
        }
        guard content != nil, self.location == location, let expires else { return true }
        return expires <= now || expires > now.advanced(bySeconds: AssetStore.longestTime)
    }
}

package struct AssetSpace: Equatable, Sendable {
    package let files: Int
    package let bytes: Int64
}

extension FeedReader {
    /// What is known of a URL, as an item writes it, or as it was asked for; nil for nothing.
    package func asset(at url: String) throws -> AssetRecord? {
        try db.row(
            """
            SELECT * FROM asset WHERE id = ifnull(
                (SELECT id FROM asset WHERE source = ?1 AND url = ?2),
                (SELECT id FROM asset WHERE source = ?1 AND location = ?2))
            """, [source, url]
        ).map(AssetRecord.init)
    }

    package func assets(at urls: some Sequence<String>) throws -> [String: AssetRecord] {
        let list = String(decoding: JSONValue.array(urls.map(JSONValue.string)).bytes, as: UTF8.self)
        return try Dictionary(
            db.rows(
                "SELECT * FROM asset WHERE source = ? AND url IN (SELECT value FROM json_each(?))", [source, list]
            ).map(AssetRecord.init).map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What is in a file, by its digest; nil where this source has none of that digest.
    package func asset(of digest: String) throws -> AssetContent? {
        try db.row("SELECT * FROM asset WHERE +source = ? AND digest = ? LIMIT 1", [source, digest])
            .flatMap { try AssetRecord($0).content }
    }

    package func assetSpace() throws -> AssetSpace {
        let row = try db.row(
            """
            SELECT count(*), ifnull(sum(bytes), 0)
            FROM (SELECT DISTINCT digest, bytes FROM asset WHERE source = ? AND digest IS NOT NULL)
            """, [source])
        return AssetSpace(files: try row?[0] ?? 0, bytes: try row?[1] ?? 0)
    }
}
