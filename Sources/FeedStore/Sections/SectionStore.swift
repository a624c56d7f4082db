import FeedModel
import GRDB

/// The server's arrangements of the screen, in the order they came; the last one stands.
public struct SectionStore: Sendable {
    let database: FeedDatabase
    let source: Int64

    /// The validator of the last good answer, nil before the first.
    public func validator() throws -> Validator? {
        try database.read { reader in
            try Row.fetchOne(
                reader.db, sql: "SELECT sections_etag, sections_modified FROM source WHERE id = ?", arguments: [source]
            ).map { Validator(etag: $0[0], lastModified: $0[1]) }
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
        body: String, validator: Validator, run: Int64, now: Instant, isSame: (String) -> Bool
    ) throws -> (revision: Int, isNew: Bool) {
        try database.write { db in
            try db.execute(
                sql: "UPDATE source SET sections_etag = ?, sections_modified = ? WHERE id = ?",
                arguments: [validator.etag, validator.lastModified, source])
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
