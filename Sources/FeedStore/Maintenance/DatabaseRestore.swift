package import FeedModel
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
        let present = DatabaseFile(path: path)
        do throws(StoreError) {
            try present.prepare()
        } catch {
            switch error {
            case .damaged where Self.isMarked(path): try present.verifyWritable()
            case .damaged: throw StoreError.foreign(path: path)
            case .foreign where Self.isMarked(path): throw StoreError.irreplaceable(path: path)
            default: throw error
            }
        }
    }

    /// Whether a file that SQLite cannot read is ours by its first bytes.
    private static func isMarked(_ path: String) -> Bool {
        (try? PlainConnection(path: path, .immutable))?.fileMark == .ours
    }

    /// Writes the backup over the database. To be called under the lock of a sync.
    ///
    /// - Throws: `StoreError`; the database is as it was then.
    package func run() throws {
        let source = try copy.mapped { try copy.readSource().connection() }
        do throws(DatabaseError) {
            try write(source)
        } catch {
            // It was looked at before: it may be written, and is ours.
            let isUnusable = [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
            guard isUnusable || error.extendedResultCode == .SQLITE_READONLY else {
                throw DatabaseFile(path: path).error(error)
            }
            throw StoreError.irreplaceable(path: path)
        }
    }

    private func write(_ source: PlainConnection) throws(DatabaseError) {
        let destination = try PlainConnection(path: path, .tidying)
        // A file whose end is cut off, or whose schema cannot be read, is taken as it is.
        try destination.execute("PRAGMA writable_schema = ON")
        _ = try destination.number("PRAGMA schema_version")
        // One that has a log keeps the size of its pages.
        let pageSize = "PRAGMA page_size"
        let keepsLog = try destination.number(pageSize) == source.number(pageSize)
        if !keepsLog { try destination.execute("PRAGMA journal_mode = DELETE") }
        // The default.
        try? destination.execute("PRAGMA synchronous = FULL")
        try PlainConnection.copy(source.handle, into: destination.handle)
        // What a reader holds up stays in the log.
        try? destination.execute(keepsLog ? "PRAGMA wal_checkpoint(TRUNCATE)" : "PRAGMA journal_mode = WAL")
    }
}
