import FeedModel
import GRDB
import Synchronization

/// The log (WAL) beside a database, kept from growing without bound.
///
/// SQLite copies the log into the database as it grows, but restarts it only while no connection reads from it. Readers
/// that follow each other without a gap never leave it such a moment (“checkpoint starvation”, sqlite.org/wal.html). So
/// whenever the log has grown by `step`, the writer asks for one: readers at work are waited for, new ones read from
/// the database alone (SQLITE_CHECKPOINT_RESTART), and none of them waits.
///
/// A reader that takes longer than `readerTimeout` is not disturbed: while it reads, the log grows by what is written. When
/// it is done, the log is restarted and cut to `journal_size_limit`.
///
/// The lock guards the size at the last attempt.
final class WriteAheadLog: Sendable {
    private let path: String
    /// Bytes of growth after which the writer asks for a moment without readers.
    private let step: Int
    private let readerTimeout: Duration
    private let lastAttempt = Mutex(0)

    init(databasePath: String, step: Int = 64 * 1_048_576, readerTimeout: Duration = .seconds(1)) {
        path = databasePath + "-wal"
        self.step = step
        self.readerTimeout = readerTimeout
    }

    /// Bytes on disk, 0 where there is none.
    var size: Int { Int(FileStamp.length(at: path) ?? 0) }

    /// To be called after a commit, outside of a transaction.
    func keepShort(by db: Database) {
        let size = size
        let isDue = lastAttempt.withLock { last in
            if size < last { last = 0 }
            guard size >= last + step else { return false }
            last = size
            return true
        }
        if isDue { restart(by: db) }
    }

    /// Copies the log into the database, so that it begins anew. Readers at work are waited for, but not for long.
    func restart(by db: Database, _ mode: Database.CheckpointMode = .restart) {
        // What cannot be done now is tried again later; what is wrong with the disk, the next write will say.
        try? db.execute(sql: "PRAGMA busy_timeout = \(readerTimeout.milliseconds)")
        _ = try? db.checkpoint(mode)
        try? db.execute(sql: "PRAGMA busy_timeout = \(FeedDatabase.busyTimeout.milliseconds)")
    }
}
