package import FeedModel
import FeedSchema
import GRDB

/// A backup that takes the place of a database's content, whatever readers are open.
///
/// SQLite's backup interface writes it in one transaction: who is killed leaves the old content or the new, and readers
/// see the one or the other. A log that an older file left is read with that file, as SQLite does, and written over
/// with it; beside a file that is missing or empty SQLite removes it.
package struct DatabaseRestore: Sendable {
    /// The file to restore, without symbolic links; it is there.
    package let path: String
    private let copy: FeedDatabase

    package var turn: TaskLimit { DatabasePlace.at(path).turn }

    /// Makes sure of the backup, and that the present file may be written over: it is ours, damaged or not, or there is
    /// none, and an empty one is made.
    ///
    /// - Throws: `StoreError` where the backup is not ours, newer, damaged or inconsistent, or has a log beside it; where
    ///   the present file is not ours, or newer, which is not touched.
    package init(of name: String, from copyName: String) throws {
        path = try DatabasePath.resolve(name)
        let backup = DatabaseFile(path: try DatabasePath.resolve(copyName))
        // Nothing in a log or a journal says which file it belongs to: SQLite would take the pages of another one's for this
        // one's, and write those of a journal into it as soon as it is opened.
        guard !backup.hasLog, !backup.hasJournal else { throw StoreError.logged(path: backup.path) }
        do {
            copy = try FeedDatabase(path: backup.path, isReadOnly: true)
        } catch StoreError.foreign(let path) {
            throw StoreError.noBackup(path: path)
        }
        guard try copy.state().isThere else { throw StoreError.noBackup(path: copy.path) }
        if let finding = try copy.read({ try $0.checkIntegrity() }).first {
            throw StoreError.damaged(path: copy.path, reason: finding)
        }
        do throws(StoreError) {
            try DatabaseFile(path: path).prepare()
        } catch .damaged {
            // The schema cannot be read; the file's first bytes can.
            let mark = try? PlainConnection(path: path, .immutable).number("PRAGMA application_id")
            guard mark == Int64(FeedSchema.applicationID) else { throw StoreError.foreign(path: path) }
        }
    }

    /// Writes the backup over the database. To be called under the lock of a sync.
    ///
    /// - Throws: `StoreError`; the database is as it was then.
    package func run() throws {
        let source = try copy.mapped { try copy.readSource().connection() }
        try DatabaseFile(path: path).mapped { () throws(DatabaseError) in
            let destination = try PlainConnection(path: path, .tidying)
            // The default. Where the schema cannot be read the pragma cannot be set.
            try? destination.execute("PRAGMA synchronous = FULL")
            try PlainConnection.copy(source.handle, into: destination.handle)
            // What a reader holds up stays in the log.
            try? destination.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
