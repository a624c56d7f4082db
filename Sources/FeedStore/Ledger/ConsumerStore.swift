package import FeedModel
import GRDB

/// Who is notified of changes, and what each has taken. What it has not taken is for it, at least once.
package struct ConsumerStore: Sendable {
    let database: FeedDatabase
    let source: Int64

    /// Adds a command where it is new: what later runs bring is for it.
    package func add(_ name: String, now: Instant) throws {
        let known = try database.read { try FeedReader(db: $0.db, source: source).consumer(name) }
        guard known == nil else { return }
        try database.run(
            """
            INSERT INTO consumer (source, name, run, change, taken)
            SELECT ?1, ?2, ifnull(max(id), 0), ifnull(max(change), 0), ?3 FROM run WHERE source = ?1
            ON CONFLICT DO NOTHING
            """, [source, name, now])
    }

    /// Notes that a command has taken all that runs up to `run` have brought.
    package func take(_ name: String, run: Int64, now: Instant) throws {
        try database.run(
            """
            UPDATE consumer SET taken = ?3, failures = 0, run = max(run, ?4),
                change = max(change, ifnull((SELECT change FROM run WHERE id = ?4), 0))
            WHERE source = ?1 AND name = ?2
            """, [source, name, now, run])
    }

    package func fail(_ name: String) throws {
        try database.run("UPDATE consumer SET failures = failures + 1 WHERE source = ? AND name = ?", [source, name])
    }

    /// Notes what a reader of the change stream has, which may be less than before: it was put back.
    package func take(_ name: String, _ token: ChangeToken, now: Instant) throws {
        try database.write { db in
            let cache = try StreamState(db).cache
            guard token.cache == cache else { throw ChangeStreamError.otherCache(token: token.cache, file: cache) }
            try db.run(
                """
                INSERT INTO consumer (source, name, run, change, token, taken)
                SELECT ?1, ?2, ifnull(max(id), 0), ?3, ?4, ?5 FROM run WHERE change <= ?3 AND ended IS NOT NULL
                ON CONFLICT DO UPDATE SET run = excluded.run, change = excluded.change, token = excluded.token,
                    taken = excluded.taken
                """,
                [source, name, max(0, min(token.position, token.floor, .greatestStored)), token.text, now])
        }
    }

    /// Forgets a consumer: what it has not taken is kept for it no longer.
    package func forget(_ name: String) throws -> Bool {
        try database.run("DELETE FROM consumer WHERE source = ? AND name = ?", [source, name]) > 0
    }
}

package struct ConsumerRecord: Equatable, Sendable {
    /// The command of `sync --on-change`, or the name that a reader of the change stream gave itself.
    package let name: String
    /// The last run that it has taken; 0 before the first.
    package let run: Int64
    package let change: Int64
    /// Where a reader of the change stream goes on; nil for a command.
    package let token: String?
    /// When it last took something, or was first seen.
    package let taken: Instant
    package let failures: Int
    /// Runs that have ended since the last one it has taken.
    package let runsBehind: Int
    package let changesBehind: Int64
}

extension FeedReader {
    package func consumers() throws -> [ConsumerRecord] {
        try db.rows(
            """
            SELECT *, (SELECT count(*) FROM run
                    WHERE source = consumer.source AND id > consumer.run AND ended IS NOT NULL) AS runs,
                (SELECT change FROM stream) - change AS changes
            FROM consumer WHERE source = ? ORDER BY name
            """, [source]
        ).map { row in
            try ConsumerRecord(
                name: row["name"], run: row["run"], change: row["change"], token: row["token"],
                taken: row["taken"], failures: row["failures"],
                runsBehind: row["runs"], changesBehind: max(0, row["changes"]))
        }
    }

    package func consumer(_ name: String) throws -> ConsumerRecord? {
        try consumers().first { ExactText($0.name) == ExactText(name) }
    }

    /// The first run of the ledger from `run` on; 0 for 0, which is before the first.
    package func firstRun(from run: Int64) throws -> Int64? {
        guard run > 0 else { return 0 }
        return try db.value("SELECT min(id) FROM run WHERE source = ? AND id >= ?", [source, run])
    }

    /// Whether a run after `first`, up to `last`, may have changed the screen.
    ///
    /// A run to which the server brought nothing new may: items leave a window by their age, and another manifest reads what
    /// is stored anew. The history has these.
    package func mayHaveChanged(after first: Int64, through last: Int64) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM run WHERE source = ?1 AND id > ?2 AND id <= ?3 AND outcome IS NOT 'unchanged'
            UNION ALL
            SELECT 1 FROM collection JOIN history ON history.collection = collection.id
            WHERE collection.source = ?1 AND history.run > ?2 AND history.run <= ?3
            LIMIT 1
            """, [source, first, last])
    }
}
