package import FeedModel
package import FeedStore

/// The right to sync a database, held by one process at a time.
///
/// It is an advisory lock on the database's file itself, so it is one and the same however the file is named, and there
/// is no other file that could be deleted or replaced. The kernel frees it when its holder ends, however that happens,
/// so no dead process can keep it. Who holds it, since when and how far it has come is in the ledger of runs, where
/// readers find it.
///
/// It belongs to an open file description (fcntl(2), F_OFD_SETLK) and is on a byte far beyond those that SQLite locks
/// (SQLite's "File Locking And Concurrency"), so neither gets into the other's way.
final class SyncLock: Sendable {
    private let file: FileIdentity

    /// Takes the lock or fails at once. The file has to be there.
    ///
    /// - Throws: `SyncBusyError` when another process, or another sync of this one, has it; `StoreError`.
    init(databasePath: String) throws {
        while true {
            let file = try LockableFiles.shared.lock(databasePath)
            if FileIdentity(path: databasePath) == file {
                self.file = file
                return
            }
            // Another file took its place meanwhile: that one is to be locked.
            LockableFiles.shared.unlock(file)
        }
    }

    deinit {
        LockableFiles.shared.unlock(file)
    }

    /// Whether some process syncs right now. The answer may be old when it is read.
    static func isHeld(databasePath: String) -> Bool {
        LockableFiles.shared.isLocked(databasePath)
    }
}

/// Another sync, delivery of events or prune is running.
package struct SyncBusyError: ReportableError, Equatable, Sendable {
    /// The run under way; nil where the ledger knows of none, as while events are delivered.
    package let holder: RunRecord?

    package var report: ErrorReport {
        ErrorReport(
            .comeBackLater, "busy",
            holder == nil ? "another sync or flush is running" : "another sync is running\(who)",
            advice: "try again when it is done")
    }

    /// Its process and since when it runs, in brackets; empty where the ledger does not know.
    package var who: String {
        holder.map { " (process \($0.process), since \($0.started))" } ?? ""
    }
}
