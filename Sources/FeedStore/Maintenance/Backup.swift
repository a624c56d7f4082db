import Foundation
import GRDB

extension FeedDatabase {
    /// Writes a copy of the database while it stays in use: a whole snapshot, in one file without side files, mode 0600.
    ///
    /// The copy is made beside its destination and takes its name when it is whole, so that a copy cut short leaves
    /// nothing behind that looks like a backup.
    ///
    /// - Throws: `StoreError.cannotCreate` where the destination exists or cannot be written.
    public func backup(to destination: String) throws {
        guard !FileManager.default.fileExists(atPath: destination) else {
            throw StoreError.cannotCreate(path: destination, reason: "it exists already")
        }
        let unfinished = destination + ".unfinished"
        let descriptor = open(unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.cannotCreate(path: destination, reason: String(cString: strerror(errno)))
        }
        close(descriptor)
        do {
            let copy = try DatabaseQueue(path: unfinished)
            try backup(to: copy)
            try copy.writeWithoutTransaction { db in
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            }
            try copy.close()
            guard rename(unfinished, destination) == 0 else {
                throw StoreError.cannotCreate(path: destination, reason: String(cString: strerror(errno)))
            }
        } catch {
            unlink(unfinished)
            throw (error as? DatabaseError).map { StoreError($0, path: destination) } ?? error
        }
    }
}
