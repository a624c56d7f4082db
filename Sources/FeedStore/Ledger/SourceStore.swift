package import FeedModel
import Foundation
import GRDB

package struct SourceStore: Sendable {
    let database: FeedDatabase
    let id: Int64

    package var assets: AssetStore { AssetStore(database: database, source: id) }
    package var consumers: ConsumerStore { ConsumerStore(database: database, source: id) }
    package var outbox: OutboxStore { OutboxStore(database: database, source: id) }
    package var sections: SectionStore { SectionStore(database: database, source: id) }

    /// A block of request numbers for this process alone.
    ///
    /// Numbers are reserved before they are used and are never reserved twice, so a later request always has a greater
    /// number. What is left of a block when the process ends is lost, which does no harm.
    package func reserveRequests(_ count: Int64) throws -> Range<Int64> {
        let count = max(0, count)
        return try database.write { db in
            let end: Int64? = try db.value(
                "UPDATE source SET next_request = next_request + ? WHERE id = ? RETURNING next_request", [count, id])
            guard let end else { throw database.missing("the source's row") }
            return end - count..<end
        }
    }

    /// The row of a collection, made where it is missing.
    package func collection(named name: String) throws -> CollectionStore {
        func find(_ db: Database) throws -> CollectionStore? {
            try FeedReader(db: db, source: id).collectionID(name).map {
                CollectionStore(database: database, source: id, id: $0, name: name)
            }
        }
        if let known = try database.read({ snapshot in try find(snapshot.db) }) { return known }
        return try database.writeStamped { db, stamp in
            try db.run(
                "INSERT INTO collection (source, name, change) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [id, name, try stamp.number()])
            guard let made = try find(db) else { throw database.missing("the row of collection \(name)") }
            return made
        }
    }

    package func note(_ problems: [Problem], run: Int64, now: Instant) throws {
        guard !problems.isEmpty else { return }
        try database.writeStamped { db, stamp in
            try ProblemTable(db: db, source: id, collection: nil, stamp: stamp, run: run, now: now).note(problems)
        }
    }

    /// Gives the account its name in the change stream: HMAC-SHA-256 (RFC 2104) of the source's name and the account, which is
    /// the same in each cache that has the same key. Readers that hold things under another name get a message.
    ///
    /// Without a key whoever has the name can try accounts until one of them gives it.
    ///
    /// - Parameter account: as it is; the file does not hold it.
    package func nameAccount(_ account: String, of source: String, key: String?, now: Instant) throws {
        let name = StoreSnapshot.digest(of: [source, account], key: Data((key ?? "").utf8))
        let known: String? = try database.read {
            try $0.db.value("SELECT account_name FROM source WHERE id = ?", [id])
        }
        if known == name { return }
        try database.writeStamped { db, stamp in
            try db.run(
                """
                INSERT INTO forgotten (change, at, source, name, account, renamed_to, sections, event)
                SELECT ?, ?, id, name, account_name, ?, '[]', (SELECT ifnull(max(id), 0) FROM event)
                FROM source WHERE id = ? AND EXISTS (SELECT 1 FROM run WHERE run.source = source.id)
                """, [try stamp.number(), now, name, id])
            try db.run("UPDATE source SET account_name = ? WHERE id = ?", [name, id])
        }
    }
}

// MARK: Alarms

extension SourceStore {
    /// What is remembered of the parts that are not well, or were not until a short while ago, by their names.
    package func alarms() throws -> [String: AlarmRule.State] {
        try database.read { snapshot in try states(snapshot.db) }
    }

    /// Changes what is remembered of the parts that are not well, in one transaction. Nothing is written where nothing
    /// changes.
    package func updateAlarms(_ body: (inout [String: AlarmRule.State]) -> Void) throws {
        let known = try alarms()
        var wanted = known
        body(&wanted)
        guard wanted != known else { return }
        try database.write { db in
            var states = try states(db)
            body(&states)
            try db.run("DELETE FROM alarm WHERE source = ?", [id])
            for (part, state) in states {
                try db.run(
                    "INSERT INTO alarm (source, part, since, kind, reported, well) VALUES (?, ?, ?, ?, ?, ?)",
                    [id, part, state.since, state.kind, state.reported, state.well])
            }
        }
    }

    private func states(_ db: Database) throws -> [String: AlarmRule.State] {
        let rows = try db.rows("SELECT part, since, kind, reported, well FROM alarm WHERE source = ?", [id])
        return try rows.reduce(into: [:]) { states, row in
            states[try row[0]] = try AlarmRule.State(since: row[1], kind: row[2], reported: row[3], well: row[4])
        }
    }
}

extension FeedDatabase {
    /// The rows of a source, those of one account where the manifest names it; made where they are missing.
    package func source(named name: String, account: String? = nil) throws -> SourceStore {
        do {
            let known = try read { try $0.sourceID(named: $0.sourceName(name, account: account)) }
            if let known { return SourceStore(database: self, id: known) }
        } catch StoreError.older {
            // The write brings it up to date.
        }
        return SourceStore(database: self, id: try write { try sourceID(of: name, account: account, in: $0) })
    }

    /// The number of a source, whose row is made where it is missing.
    func sourceID(of name: String, account: String?, in db: Database) throws -> Int64 {
        // In the file itself, so that the salt is that of the file.
        let snapshot = StoreSnapshot(db: db)
        let name = try snapshot.sourceName(name, account: account)
        if let known = try snapshot.sourceID(named: name) { return known }
        // What holds the row of one that was forgotten must not write into another.
        let id: Int64? = try db.value(
            """
            INSERT INTO source (id, name)
            SELECT 1 + max(ifnull(max(id), 0), ifnull((SELECT max(source) FROM forgotten), 0)), ? FROM source WHERE true
            RETURNING id
            """, [name])
        guard let id else { throw missing("the row of source \(name)") }
        return id
    }

    fileprivate func missing(_ what: String) -> StoreError {
        .damaged(path: path, reason: "\(what) is not there")
    }
}
