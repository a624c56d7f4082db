import FeedModel
import Foundation
import GRDB
import GRDBSQLite

extension FeedDatabase {
    /// Pages that are copied between two looks at whether the task is cancelled: 16 MiB.
    private static let pagesPerStep: Int32 = 4_096
    /// Steps of SQLite's machine between two of them.
    private static let stepsBetweenLooks: Int32 = 10_000

    /// Writes a copy of the database while it stays in use: a whole snapshot, in one file without side files, mode 0600.
    ///
    /// The copy is made beside its destination and takes its name when it is whole, so that a copy cut short leaves
    /// nothing that looks like a backup; nor does one of a damaged database.
    ///
    /// - Parameter isChecked: whether the copy is looked through for damage, as `checkIntegrity` does.
    /// - Throws: `StoreError.cannotCreate` where the destination exists or cannot be written; it is never replaced;
    ///   `.damaged` where the database is; `ChangeStreamError.noCache` where there is none, or an empty one;
    ///   `CancellationError` where the task is cancelled.
    package func backup(to destination: String, isChecked: Bool = true) throws {
        guard !FileManager.default.fileExists(atPath: destination) else {
            throw StoreError.cannotCreate(path: destination, reason: "it exists already")
        }
        let unfinished = "\(destination).\(UUID().uuidString).unfinished"
        let descriptor = open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.cannotCreate(path: destination, reason: String(cString: strerror(errno)))
        }
        close(descriptor)
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(unfinished + suffix) } }
        guard try state().isThere else { throw ChangeStreamError.noCache(path: path) }
        do {
            // SQLite takes a relative name that begins with “file:” for a URI.
            let isAbsolute = unfinished.utf8.first == UInt8(ascii: "/")
            let path = isAbsolute ? unfinished : FileManager.default.currentDirectoryPath + "/" + unfinished
            let copy = try DatabaseQueue(path: path)
            try copy.writeWithoutTransaction { db in
                try fill(db)
                _ = try db.value("PRAGMA journal_mode = DELETE") as String?
                guard isChecked, let finding = try mapped({ try StoreSnapshot(db: db).checkIntegrity() }).first else {
                    return
                }
                throw StoreError.damaged(path: self.path, reason: finding)
            }
            try copy.close()
        } catch _ where Task.isCancelled {
            // SQLite says only that it was interrupted.
            throw CancellationError()
        } catch let error as DatabaseError {
            throw StoreError(error, path: error.resultCode == .SQLITE_CORRUPT ? self.path : destination)
        }
        try name(unfinished, destination)
    }

    /// Copies one snapshot, a part at a time, and has the copy stop from then on where the task is cancelled.
    private func fill(_ copy: Database) throws {
        try readSource().reader.read { db in
            // The transaction begins with what is read first; else each part would be of a snapshot of its own.
            _ = try db.count("sqlite_schema")
            try db.backup(to: copy, pagesPerStep: Self.pagesPerStep) { _ in try Task.checkCancellation() }
        }
        try Task.checkCancellation()
        guard let connection = copy.sqliteConnection else { return }
        sqlite3_progress_handler(connection, Self.stepsBetweenLooks, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    /// Gives a finished file its name, unless there is a file of that name by now.
    private func name(_ unfinished: String, _ destination: String) throws {
        if link(unfinished, destination) == 0 { return }
        // A file system without hard links: the name was free a moment ago.
        let knowsNoLinks = errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK || errno == ENOSYS
        if knowsNoLinks, rename(unfinished, destination) == 0 { return }
        throw StoreError.cannotCreate(path: destination, reason: String(cString: strerror(errno)))
    }
}
