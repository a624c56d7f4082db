public import FeedModel
import GRDB

package struct CollectionStore: Sendable {
    let database: FeedDatabase
    let source: Int64
    let id: Int64
    package let name: String

    package func walk(
        in run: Int64, acceptingOlderSince floor: WriteSequence? = nil, rules: ItemRules? = nil,
        hasWindow: Bool = false, keepsDetails: Bool = true
    ) -> WalkStore {
        WalkStore(
            database: database, source: source, collection: id, run: run, floor: floor, rules: rules,
            hasWindow: hasWindow, keepsDetails: keepsDetails)
    }

    package func details(in run: Int64) -> DetailStore { DetailStore(walk: walk(in: run)) }

    package func state() throws -> CollectionState {
        try database.read { snapshot in
            let row = try snapshot.db.row("SELECT * FROM collection WHERE id = ?", [id])
            return try CollectionState(row, walk: WalkTable(db: snapshot.db, collection: id).state())
        }
    }

    /// Items of that version, in the server's words; at most a hundred.
    package func keys(ofVersion version: String) throws -> [String] {
        try database.read { snapshot in
            try snapshot.db.values(
                "SELECT key FROM item WHERE collection = ? AND version = ? LIMIT 100", [id, version])
        }
    }

    /// How long the server's list may be: the items that are stored, and what the last whole walk could not account for.
    package func possibleLengths() throws -> ClosedRange<Int> {
        try database.read { snapshot in
            let count = try ItemList(db: snapshot.db, collection: id, name: name).count()
            let walk = try WalkTable(db: snapshot.db, collection: id).wholeWalks().last
            return count...count + (walk?.unaccounted ?? 0)
        }
    }

    /// - Parameter start: of the next delta; nil: the next sync asks for the whole list.
    package func setDelta(start: String?) throws {
        try database.run("UPDATE collection SET delta_start = ? WHERE id = ?", [start, id])
    }

    /// Notes what shows that a manifest reads the whole list; nil where something speaks against it.
    package func noteProof(_ text: String?, as fingerprint: String, now: Instant) throws {
        try database.write { try ListProof.note(text, of: id, as: fingerprint, now: now, db: $0) }
    }

    package func noteBare304() throws {
        try database.run("UPDATE collection SET has_bare_304 = 1 WHERE id = ?", [id])
    }

    package func loss(by rules: ItemRules) throws -> ItemLoss {
        try database.read { try StoredPayloads(db: $0.db, collection: id, decode: rules.decode).loss() }
    }
}

/// What syncing a collection again starts from: read once a run.
package struct CollectionState: Equatable, Sendable {
    /// The manifest and header values of the last whole walk.
    package let fingerprint: String?
    package let deltaStart: String?
    /// The greatest version that any answer has shown, later ones than the server's clock apart.
    package let knownVersion: String?
    package let isWhole: Bool
    /// Whether what the last whole walk missed waits for a second one.
    package let awaitsWalk: Bool
    package let firstWhole: Instant?
    package let lastWhole: Instant?
    /// When a walk last asked for all pages without validators.
    package let unconditional: Instant?
    /// Whether a 304 of this list came without the headers that its paging is in.
    package let hasBare304: Bool
    /// By which rules the stored payloads were read; nil where they were never named.
    package let itemRules: String?
    package let failures: Int
    package let wait: CollectionWait?
    /// The last walk and how far it came; nil before the first.
    package let walk: WalkState?

    init(_ row: StoredRow?, walk: WalkState?) throws {
        fingerprint = try row?["fingerprint"]
        deltaStart = try row?["delta_start"]
        knownVersion = try row?["known_version"]
        isWhole = try (row?["whole_walk"] as Int64?) != nil
        awaitsWalk = try row?["awaits_walk"] ?? false
        firstWhole = try row?["first_whole_at"]
        lastWhole = try row?["whole_at"]
        unconditional = try row?["last_unconditional"]
        hasBare304 = try row?["has_bare_304"] ?? false
        itemRules = try row?["item_rules"]
        failures = try row?["failures"] ?? 0
        wait = try row.flatMap { try CollectionWait(row: $0) }
        self.walk = walk
    }
}

/// A collection that is not to be requested before an instant.
public struct CollectionWait: Equatable, Sendable {
    /// When it may be requested again.
    public let until: Instant
    /// Why, for people.
    public let reason: String

    /// A wait, as for a test.
    public init(until: Instant, reason: String) { (self.until, self.reason) = (until, reason) }

    /// - Parameter prefix: before the names of the columns.
    init?(row: StoredRow, prefix: String = "") throws {
        guard let until = try row[prefix + "next_attempt"] as Instant?,
            let reason = try row[prefix + "wait_reason"] as String?
        else { return nil }
        self.init(until: until, reason: reason)
    }
}

/// What shows that a manifest reads the whole of a list, and since when. It holds for that manifest, under whatever header
/// values.
package struct ListProof: Equatable, Sendable {
    /// For people: `it was read to its total of 1234`.
    package let text: String
    package let at: Instant

    /// Of a row of `collection`; nil where nothing shows it of the manifest of the last whole walk.
    init?(_ row: StoredRow) throws {
        guard let text = try row["proof"] as String?, let at = try row["proved_at"] as Instant?,
            let walked = try row["fingerprint"] as String?, try row["proved_as"] == WalkState.manifest(of: walked)
        else { return nil }
        (self.text, self.at) = (text, at)
    }

    /// Notes `text` of a collection, once for each manifest; nil takes back what was noted.
    ///
    /// - Parameter fingerprint: the manifest's, or a walk's.
    static func note(_ text: String?, of collection: Int64, as fingerprint: String, now: Instant, db: Database) throws {
        let manifest = WalkState.manifest(of: fingerprint)
        try db.run(
            """
            UPDATE collection SET proof = :text, proved_as = :manifest, proved_at = iif(:text IS NULL, NULL, :now)
            WHERE id = :id AND ((proof IS NULL) <> (:text IS NULL) OR proved_as IS NOT :manifest)
            """, ["text": text, "manifest": manifest, "now": now, "id": collection])
    }
}
