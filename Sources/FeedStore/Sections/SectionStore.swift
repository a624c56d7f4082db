import FeedModel
import GRDB

/// The server's arrangements of the screen, in the order they came; the last one stands.
public struct SectionStore: Sendable {
    let database: FeedDatabase
    let source: Int64

    /// The validator of the last good answer, nil where that did not come from `url`.
    public func validator(url: String) throws -> Validator? {
        try database.read { reader in
            try Row.fetchOne(
                reader.db,
                sql: "SELECT sections_etag, sections_modified FROM source WHERE id = ? AND sections_url = ?",
                arguments: [source, url]
            ).map { Validator(etag: $0[0], lastModified: $0[1]) }
        }
    }

    /// Until when the config is not to be asked for; nil: at once.
    public func wait() throws -> CollectionWait? {
        try database.read { reader in
            try Row.fetchOne(
                reader.db,
                sql: """
                    SELECT sections_next_attempt AS next_attempt, sections_wait_reason AS wait_reason
                    FROM source WHERE id = ?
                    """, arguments: [source]
            ).flatMap(CollectionWait.init)
        }
    }

    /// Notes until when the config is not to be asked for.
    public func setWait(_ wait: CollectionWait?) throws {
        guard try self.wait() != wait else { return }
        try database.write { db in
            try db.execute(
                sql: "UPDATE source SET sections_next_attempt = ?, sections_wait_reason = ? WHERE id = ?",
                arguments: [wait?.until.millisecondsSince1970, wait?.reason, source])
        }
    }

    /// The number of the revision that stands, nil before the first.
    public func standing() throws -> Int? {
        try database.read { reader in
            try Int.fetchOne(
                reader.db, sql: "SELECT max(number) FROM section_revision WHERE source = ?", arguments: [source])
        }
    }

    /// Keeps a valid config: a new revision where it is another than the one that stands.
    ///
    /// - Parameter isSame: whether the body of the standing revision arranges the screen as `body` does.
    /// - Returns: the number that stands now, and whether it is new.
    public func keep(
        body: String, url: String, validator: Validator, run: Int64, now: Instant, isSame: (String) -> Bool
    ) throws -> (revision: Int, isNew: Bool) {
        try database.write { db in
            try db.execute(
                sql: "UPDATE source SET sections_url = ?, sections_etag = ?, sections_modified = ? WHERE id = ?",
                arguments: [url, validator.etag, validator.lastModified, source])
            let standing = try Row.fetchOne(
                db, sql: "SELECT number, body FROM section_revision WHERE source = ? ORDER BY number DESC LIMIT 1",
                arguments: [source])
            let number: Int = standing?[0] ?? 0
            if let standing, isSame(standing[1]) { return (number, false) }
            try db.execute(
                sql: "INSERT INTO section_revision (source, number, run, at, body) VALUES (?, ?, ?, ?, ?)",
                arguments: [source, number + 1, run, now.millisecondsSince1970, body])
            return (number + 1, true)
        }
    }
}

extension SourceStore {
    /// The source's section config.
    public var sections: SectionStore { SectionStore(database: database, source: id) }
}
