package import FeedModel
import Foundation
import GRDB

/// Writes the pictures and files of a source: a row for each URL, and its file.
package struct AssetStore: Sendable {
    /// In seconds. Nothing stays unasked for longer.
    package static let longestTime: Int64 = 30 * 86_400
    /// In milliseconds: to be shown is noted this often at most.
    private static let shownEvery: Int64 = 3_600_000

    let database: FeedDatabase
    let source: Int64

    package var folder: AssetFolder { database.assetFolder }

    /// Names the source and its file among those of a process.
    package var name: String { "\(database.path)#\(source)" }

    package struct Answer: Sendable {
        package enum Finding: Sendable {
            case content(AssetContent, in: AssetFile, Validator, expires: Instant)
            /// What is stored is what the server has.
            case unchanged(Validator, expires: Instant)
            /// What is stored stays. `isLasting`: it is likely to be so for long.
            case failed(String, isLasting: Bool)
        }

        let url: String
        let location: String
        let collection: String?
        let time: Instant
        let finding: Finding

        /// - Parameter collection: the list whose item names it; nil for none.
        package init(_ url: String, at location: String, of collection: String?, time: Instant, _ finding: Finding) {
            (self.url, self.location, self.collection) = (url, location, collection)
            (self.time, self.finding) = (time, finding)
        }
    }

    /// Writes what came, in one transaction, in which files take their names.
    ///
    /// - Returns: how many bytes more the files of the source take.
    package func write(_ answers: [Answer]) throws -> Int64 {
        try database.write { db in
            try answers.reduce(0) { change, answer in
                switch answer.finding {
                case .content(let content, let file, let validator, let expires):
                    return try change + store(content, in: file, validator, expires: expires, answer, db)
                case .unchanged(let validator, let expires):
                    try db.run(
                        """
                        UPDATE asset SET expires = ?3, etag = ifnull(?4, etag), modified = ifnull(?5, modified),
                            failures = 0, next_attempt = NULL, error = NULL
                        WHERE source = ?1 AND url = ?2
                        """, [source, answer.url, expires, validator.etag, validator.lastModified])
                case .failed(let reason, let isLasting): try note(reason, isLasting: isLasting, answer, db)
                }
                return change
            }
        }
    }

    private func store(
        _ content: AssetContent, in file: AssetFile, _ validator: Validator, expires: Instant, _ answer: Answer,
        _ db: Database
    ) throws -> Int64 {
        let old = try db.row(
            "SELECT digest, bytes FROM asset WHERE source = ? AND url = ? AND digest IS NOT NULL", [source, answer.url]
        ).map { (digest: try $0[0] as String, bytes: try $0[1] as Int64) }
        var change = try isNamed(content.digest, db) ? 0 : content.bytes
        try db.run(
            """
            INSERT INTO asset (source, collection, url, location, digest, bytes, type, width, height, etag, modified,
                expires, shown)
            VALUES (?1, (SELECT id FROM collection WHERE source = ?1 AND name = ?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
                ?12, ?13)
            ON CONFLICT (source, url) DO UPDATE SET location = ?4, digest = ?5, bytes = ?6, type = ?7, width = ?8,
                height = ?9, etag = ?10, modified = ?11, expires = ?12, shown = ?13, failures = 0, next_attempt = NULL,
                error = NULL
            """,
            [
                source, answer.collection, answer.url, answer.location, content.digest, content.bytes, content.type,
                content.width, content.height, validator.etag, validator.lastModified, expires, answer.time,
            ])
        try folder.name(file, content.digest)
        if let old, try !isNamed(old.digest, db) {
            change -= old.bytes
            try removeUnnamed([old.digest], db)
        }
        return change
    }

    /// The plus keeps SQLite from reading all URLs of the source: it would take an index of those.
    private func isNamed(_ digest: String, _ db: Database) throws -> Bool {
        try db.exists("SELECT 1 FROM asset WHERE digest = ? AND +source = ? LIMIT 1", [digest, source])
    }

    private func note(_ reason: String, isLasting: Bool, _ answer: Answer, _ db: Database) throws {
        let failures: Int =
            try db.value("SELECT failures FROM asset WHERE source = ? AND url = ?", [source, answer.url]) ?? 0
        try db.run(
            """
            INSERT INTO asset (source, collection, url, location, shown, failures, next_attempt, error)
            VALUES (?1, (SELECT id FROM collection WHERE source = ?1 AND name = ?2), ?3, ?4, ?5, 1, ?5 + ?6, ?7)
            ON CONFLICT (source, url) DO UPDATE
            SET failures = failures + 1, next_attempt = excluded.next_attempt, error = excluded.error
            """,
            [
                source, answer.collection, answer.url, answer.location, answer.time,
                TryAgain.wait(after: failures, isLasting: isLasting), reason,
            ])
    }

    /// Notes that a file is shown, where that was not noted lately.
    package func noteShown(_ url: String, now: Instant) throws {
        let shown: Int64? = try database.read {
            try $0.db.value("SELECT shown FROM asset WHERE source = ? AND url = ?", [source, url])
        }
        guard let shown, abs(now.millisecondsSince1970 - shown) >= Self.shownEvery else { return }
        try database.run("UPDATE asset SET shown = ? WHERE source = ? AND url = ?", [now, source, url])
    }

    package func space() throws -> AssetSpace {
        try database.read { try FeedReader(db: $0.db, source: source).assetSpace() }
    }

    // MARK: Room

    /// Gives up files until so many bytes more fit, what was shown longest ago first.
    ///
    /// - Parameters:
    ///   - limit: of all files together, in bytes.
    ///   - spared: URLs whose files stay.
    ///   - named: URLs whose files go last.
    package func makeRoom(
        for bytes: Int64, within limit: Int64, sparing spared: Set<String> = [], named: Set<String> = []
    ) throws {
        try database.write { db in
            var total = try FeedReader(db: db, source: source).assetSpace().bytes
            guard total > limit - bytes else { return }
            let files = try files(db).filter { $0.urls.isDisjoint(with: spared) }
            let others = files.filter { $0.urls.isDisjoint(with: named) }
            var gone: [StoredFile] = []
            for file in others + files.filter({ !$0.urls.isDisjoint(with: named) }) {
                guard total > limit - bytes else { break }
                gone.append(file)
                total -= file.bytes
            }
            try remove(gone, db)
        }
    }

    /// Drops the files of all URLs but these, and what is known of the others.
    package func drop(allBut named: Set<String>, isDryRun: Bool) throws -> Int {
        try database.writeStamped(isDryRun: isDryRun) { db, _ in
            let gone = try files(db).filter { $0.urls.isDisjoint(with: named) }
            guard !isDryRun else { return gone.count }
            try remove(gone, db)
            let others: [String] = try db.values("SELECT url FROM asset WHERE source = ? AND digest IS NULL", [source])
            for url in others where !named.contains(url) {
                try db.run("DELETE FROM asset WHERE source = ? AND url = ?", [source, url])
            }
            return gone.count
        }
    }

    private struct StoredFile {
        let digest: String
        let bytes: Int64
        var urls: Set<String> = []
    }

    /// The files of the source, what was shown longest ago first.
    private func files(_ db: Database) throws -> [StoredFile] {
        // The last of its URLs that was shown counts.
        try db.rows(
            """
            SELECT digest, bytes, url FROM asset WHERE source = ? AND digest IS NOT NULL
            ORDER BY max(shown) OVER (PARTITION BY digest), digest
            """, [source]
        ).reduce(into: []) { files, row in
            let digest: String = try row[0]
            if files.last?.digest != digest { files.append(StoredFile(digest: digest, bytes: try row[1])) }
            files[files.count - 1].urls.insert(try row[2])
        }
    }

    private func remove(_ files: [StoredFile], _ db: Database) throws {
        for file in files {
            try db.run("DELETE FROM asset WHERE +source = ? AND digest = ?", [source, file.digest])
        }
        try removeUnnamed(files.map(\.digest), db)
    }

    private func removeUnnamed(_ digests: [String], _ db: Database) throws {
        for digest in digests where try !db.exists("SELECT 1 FROM asset WHERE digest = ?", [digest]) {
            folder.remove(digest)
        }
    }
}

extension FeedDatabase {
    package var assetFolder: AssetFolder { AssetFolder(path: path + "-assets") }

    /// Brings files and rows together, of all sources: deletes files without a row, and what a process left that ended
    /// while it wrote; rows whose files are not there with all of their bytes are due again.
    package func mendAssets() throws {
        guard try !read({ try AssetFaults($0, assetFolder) }).isEmpty else { return }
        try write { db in
            let faults = try AssetFaults(StoreSnapshot(db: db), assetFolder)
            for name in faults.strays { assetFolder.removeStray(name) }
            for digest in faults.lost {
                try db.run(
                    """
                    UPDATE asset SET digest = NULL, bytes = NULL, type = NULL, width = NULL, height = NULL, etag = NULL,
                        modified = NULL, expires = NULL
                    WHERE digest = ?
                    """, [digest])
            }
        }
    }

    /// What is wrong with the files of pictures; empty where all is well. Reads all of them.
    package func checkAssets() throws -> [String] {
        let first = try read { try AssetFaults($0, assetFolder) }
        let changed = first.whole.filter { assetFolder.digest(of: $0) != $0 }
        guard !first.isEmpty || !changed.isEmpty else { return [] }
        // A file that another process was just naming or deleting is in order by now.
        let second = try read { try AssetFaults($0, assetFolder) }
        return [
            (first.strays, second.strays, "without a row: the next sync deletes it"),
            (first.lost, second.lost, "that is not there, or not whole: the next sync fetches it"),
            (changed, second.whole, "with other content than was fetched: delete it, and sync"),
        ].compactMap { first, second, text in
            let count = Set(first).intersection(second).count
            return count > 0 ? "pictures: \(count.of("file")) \(text)" : nil
        }
    }
}

private struct AssetFaults {
    /// Files without a row that are not being written.
    let strays: [String]
    /// Digests of rows whose files are not there, or shorter or longer than they say.
    private(set) var lost: [String] = []
    private(set) var whole: [String] = []

    var isEmpty: Bool { strays.isEmpty && lost.isEmpty }

    init(_ snapshot: StoreSnapshot, _ folder: AssetFolder) throws {
        var files = folder.files()
        for row in try snapshot.db.rows("SELECT digest, max(bytes) FROM asset WHERE digest IS NOT NULL GROUP BY digest")
        {
            let (digest, bytes): (String, Int64) = try (row[0], row[1])
            if files.removeValue(forKey: digest) == bytes { whole.append(digest) } else { lost.append(digest) }
        }
        strays = files.keys.filter(folder.isStray)
    }
}
