package import FeedModel
import GRDB

/// The row of one collection.
package struct CollectionStore: Sendable {
    let database: FeedDatabase
    let source: Int64
    let id: Int64
    /// Its name in the manifest.
    package let name: String

    /// The writer of its walk, for one run.
    ///
    /// - Parameter floor: see `Merge.decide`.
    package func walk(in run: Int64, acceptingOlderSince floor: WriteSequence? = nil) -> WalkStore {
        WalkStore(database: database, source: source, collection: id, run: run, acceptingOlderSince: floor)
    }

    /// What syncing it again starts from.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func state() throws -> CollectionState {
        try database.read { snapshot in
            let row = try Row.fetchOne(snapshot.db, sql: "SELECT * FROM collection WHERE id = ?", arguments: [id])
            return CollectionState(row, walk: try WalkTable(db: snapshot.db, collection: id).state())
        }
    }

    /// Items of that version, in the server's words; at most a hundred.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func keys(ofVersion version: String) throws -> [String] {
        try database.read { snapshot in
            try String.fetchAll(
                snapshot.db, sql: "SELECT key FROM item WHERE collection = ? AND version = ? LIMIT 100",
                arguments: [id, version])
        }
    }

    /// Notes that a delta is in, whole: the next one starts from `start`.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func concludeDelta(start: String) throws {
        try database.write { db in
            try db.execute(sql: "UPDATE collection SET delta_start = ? WHERE id = ?", arguments: [start, id])
        }
    }

    /// Forgets where a delta would start, so that the next sync reads the whole list.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func forgetDelta() throws {
        try database.write { db in
            try db.execute(sql: "UPDATE collection SET delta_start = NULL WHERE id = ?", arguments: [id])
        }
    }

    /// Notes that a 304 came without the headers that the list's paging is in.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func noteBare304() throws {
        try database.write { db in
            try db.execute(sql: "UPDATE collection SET has_bare_304 = 1 WHERE id = ?", arguments: [id])
        }
    }

    /// Parses the stored payloads again where other rules were in force.
    ///
    /// - Parameters:
    ///   - rules: names the rules: the paths of ID, version and deletion mark.
    ///   - sequence: a number taken after the last request that was written.
    ///   - decode: reads an array of payloads by these rules.
    /// - Throws: `StoreError` where the database cannot be written; what `decode` throws.
    package func reparsePayloads(
        by rules: String, in run: Int64, sequence: Int64, now: Instant,
        decode: @escaping ([UInt8]) throws -> [DecodedItem]
    ) throws {
        try database.writeStamped { db, stamp in
            let known = try String.fetchOne(db, sql: "SELECT item_rules FROM collection WHERE id = ?", arguments: [id])
            guard known != rules else { return }
            let pages = PageTable(db: db, collection: id, stamp: stamp)
            let items = ItemTable(
                db: db, collection: id, stamp: stamp, run: run, now: now.millisecondsSince1970)
            try PayloadReparsing(db: db, items: items, pages: pages, decode: decode)
                .run(keepsTombstones: known == nil, sequence: WriteSequence(request: sequence))
            try pages.writeCounts()
            try db.execute(sql: "UPDATE collection SET item_rules = ? WHERE id = ?", arguments: [rules, id])
        }
    }
}

/// What syncing a collection again starts from: read once a run.
package struct CollectionState: Equatable, Sendable {
    /// The manifest and header values of the last whole walk.
    package let fingerprint: String?
    /// Where a delta starts.
    package let deltaStart: String?
    /// The greatest version that any answer has shown, later ones than the server's clock apart.
    package let knownVersion: String?
    /// Whether a walk was ever whole.
    package let isWhole: Bool
    /// Whether what the last whole walk missed waits for a second one.
    package let awaitsWalk: Bool
    /// When the first whole walk began.
    package let firstWhole: Instant?
    /// When the last whole walk began.
    package let lastWhole: Instant?
    /// When a walk last asked for all pages without validators.
    package let unconditional: Instant?
    /// Whether a 304 of this list came without the headers that its paging is in.
    package let hasBare304: Bool
    /// By which rules the stored payloads were read; nil where they were never named.
    package let itemRules: String?
    /// Failures since the last success.
    package let failures: Int
    /// Until when it is not requested, and why.
    package let wait: CollectionWait?
    /// The last walk and how far it came; nil before the first.
    package let walk: WalkState?

    init(_ row: Row?, walk: WalkState?) {
        func instant(_ column: String) -> Instant? {
            (row?[column] as Int64?).map(Instant.init(millisecondsSince1970:))
        }
        fingerprint = row?["fingerprint"]
        deltaStart = row?["delta_start"]
        knownVersion = row?["known_version"]
        isWhole = row?["whole_walk"] != nil
        awaitsWalk = row?["awaits_walk"] ?? false
        firstWhole = instant("first_whole_at")
        lastWhole = instant("whole_at")
        unconditional = instant("last_unconditional")
        hasBare304 = row?["has_bare_304"] ?? false
        itemRules = row?["item_rules"]
        failures = row?["failures"] ?? 0
        wait = row.flatMap(CollectionWait.init)
        self.walk = walk
    }
}

/// A collection that is not to be requested before an instant.
package struct CollectionWait: Equatable, Sendable {
    /// When it may be requested again.
    package let until: Instant
    /// Why, for people.
    package let reason: String

    /// A wait of these parts.
    package init(until: Instant, reason: String) {
        self.until = until
        self.reason = reason
    }

    init?(row: Row) {
        guard let until = row["next_attempt"] as Int64?, let reason = row["wait_reason"] as String? else { return nil }
        self.init(until: Instant(millisecondsSince1970: until), reason: reason)
    }
}
