package import FeedModel
import GRDB

/// The server's arrangements of the screen, in the order they came. The last one is in force.
package struct SectionStore: Sendable {
    let database: FeedDatabase
    let source: Int64

    package func syncState() throws -> SectionSyncState {
        try database.read { try FeedReader(db: $0.db, source: source).sectionSyncState() }
    }

    /// Notes how asking ended: how often in a row it has failed by now, and until when it is not to be requested.
    package func conclude(failures: Int, wait: CollectionWait?) throws {
        let state = try syncState()
        guard state.failures != failures || state.wait != wait else { return }
        try database.run(
            "UPDATE source SET sections_failures = ?, sections_next_attempt = ?, sections_wait_reason = ? WHERE id = ?",
            [failures, wait?.until, wait?.reason, source])
    }

    package func currentRevision() throws -> SectionRevision? {
        try database.read { try FeedReader(db: $0.db, source: source).sectionRevision() }
    }

    /// Saves a valid config: a new revision where it differs from the one in force.
    ///
    /// - Parameter isSame: whether the body of the revision in force arranges the screen as `body` does.
    /// - Returns: the number of the revision in force, and whether it is new.
    package func save(
        body: String, url: String, answeredBy: String, headers: String, validator: Validator, run: Int64, now: Instant,
        isSame: (String) -> Bool
    ) throws -> (revision: Int, isNew: Bool) {
        try database.writeStamped { db, stamp in
            let answer: RowValues = [
                "sections_url": url, "sections_answered_by": answeredBy, "sections_headers": headers,
                "sections_etag": validator.etag, "sections_modified": validator.lastModified, "sections_received": now,
            ]
            try db.run("UPDATE source SET \(answer.names) = \(answer.marks) WHERE id = ?", answer.arguments + [source])
            let current = try FeedReader(db: db, source: source).sectionRevision()
            if let current, isSame(current.body) { return (current.number, false) }
            let number = (current?.number ?? 0) + 1
            try db.insert(
                into: "section_revision",
                ["source": source, "number": number, "run": run, "at": now, "body": body, "change": try stamp.number()])
            return (number, true)
        }
    }

    /// Keeps how the screen is arranged for programs that have no manifest: `feed_sections` and `feed_rows` show it. Nothing is
    /// written where it was made of the same.
    ///
    /// - Parameter sections: those on screen, in order; asked for where they may be other than before.
    package func keepScreen(arrangedBy rules: [String], _ sections: (FeedReader) throws -> [Section]) throws {
        let isOther = try database.read { snapshot in try origin(rules, snapshot.db) != nil }
        guard isOther else { return }
        try database.write { db in
            guard let origin = try origin(rules, db) else { return }
            try db.run("DELETE FROM screen_section WHERE source = ?", [source])
            let shown = try sections(FeedReader(db: db, source: source))
            for (place, section) in shown.enumerated() {
                try db.insert(
                    into: "screen_section",
                    [
                        "source": source, "place": place, "id": section.id, "type": section.type,
                        "title": section.title, "layout": section.layout, "collection": section.collection,
                    ])
                guard case .inline(let items) = section.content else { continue }
                for (index, item) in items.enumerated() {
                    try db.run(
                        "INSERT INTO screen_item (source, section, place, key, payload) VALUES (?, ?, ?, ?, ?)",
                        [source, place, index, item.key, item.payload])
                }
            }
            try db.run("UPDATE source SET screen = ? WHERE id = ?", [origin, source])
        }
    }

    /// What the screen is made of: the revision in force and the rules. Nil where it is made of that already.
    private func origin(_ rules: [String], _ db: Database) throws -> String? {
        let row = try db.row(
            "SELECT screen, (SELECT max(number) FROM section_revision WHERE source = source.id) FROM source WHERE id = ?",
            [source])
        let (known, revision): (String?, Int64?) = try (row?[0], row?[1])
        let origin = "\(revision ?? 0) \(rules.joined(separator: "\n"))"
        return known == origin ? nil : origin
    }
}

/// What asking for the section config again starts from.
package struct SectionSyncState: Equatable, Sendable {
    /// What the last good answer was requested with; its validator says nothing of another URL.
    package let url: String?
    /// The URL that answered, after redirects.
    package let answeredBy: String?
    /// A digest of the header values that were sent.
    package let headers: String?
    package let validator: Validator
    /// When the config last came in whole.
    package let received: Instant?
    package let failures: Int
    package let wait: CollectionWait?
}

extension FeedReader {
    package func sectionSyncState() throws -> SectionSyncState {
        let row = try db.row("SELECT * FROM source WHERE id = ?", [source])
        return try SectionSyncState(
            url: row?["sections_url"], answeredBy: row?["sections_answered_by"], headers: row?["sections_headers"],
            validator: Validator(etag: row?["sections_etag"], lastModified: row?["sections_modified"]),
            received: row?["sections_received"], failures: row?["sections_failures"] ?? 0,
            wait: row.flatMap { try CollectionWait(row: $0, prefix: "sections_") })
    }
}
