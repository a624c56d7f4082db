import GRDB

/// The number of one transaction in the change stream, which every row is stamped with that the transaction gives
/// another meaning.
///
/// It is taken when the first row is stamped, or when rows are pruned: a transaction that leaves the stream as it is
/// takes none. SQLite has one writer, so the numbers are in the order of commits, and a reader that has seen one has
/// seen all before it.
final class ChangeStamp {
    private let db: Database
    /// The number of the change that this process committed last; nil before the first. Where this one does not follow it,
    /// another process has written in between, or the file was replaced by an older copy of itself: a new mark tells readers.
    private let lastCommitted: Int64?
    private(set) var taken: Int64?

    init(db: Database, lastCommitted: Int64?) { (self.db, self.lastCommitted) = (db, lastCommitted) }

    func number() throws -> Int64 {
        if let taken { return taken }
        let number: Int64? = try db.value("UPDATE stream SET change = change + 1 RETURNING change")
        guard let number else { throw StreamState.isGone }
        if lastCommitted != number &- 1 {
            try db.run(
                "INSERT OR REPLACE INTO stream_mark (first_change, mark) VALUES (?, ?)",
                [number, Int64.random(in: 1..<1 << 62)])
        }
        taken = number
        return number
    }

    /// Something went of which no tombstone is left: whoever has not read this transaction reads everything.
    func noteLoss() throws { try noteLoss(of: number()) }

    /// Something went that was stamped with `change`: whoever has read less than that reads everything.
    func noteLoss(of change: Int64) throws {
        try db.run("UPDATE stream SET pruned = max(pruned, ?)", [change])
    }

    /// How many marks are kept; a reader whose mark is gone reads everything.
    private static let markCount = 100_000

    func pruneMarks() throws {
        try db.run(
            """
            DELETE FROM stream_mark WHERE first_change <= (
                SELECT first_change FROM stream_mark ORDER BY first_change DESC LIMIT 1 OFFSET ?)
            """, [Self.markCount])
    }
}
