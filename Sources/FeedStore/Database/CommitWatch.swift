import FeedModel
import GRDB

/// Notices commits to the database, whichever connection of whichever process made them.
///
/// SQLite's `PRAGMA data_version` is asked on a read-only connection of its own, since the answer is one of that
/// connection: it changes when another connection has committed (SQLite's documentation, "PRAGMA data_version"). No hook
/// sees what other processes write, and no notice from the file system is to be had everywhere.
public final class CommitWatch: Sendable {
    private let database: FeedDatabase
    private let connection: DatabaseQueue

    init(of database: FeedDatabase, configuration: Configuration) throws {
        var configuration = configuration
        configuration.readonly = true
        self.database = database
        connection = try DatabaseQueue(path: database.path, configuration: configuration)
    }

    /// A number that becomes another one with every commit. It says nothing else, and nothing beside another watch's.
    ///
    /// It costs a look at where the file stands and the pragma; no page is read and nobody is waited for.
    ///
    /// - Throws: `StoreError` where the file no longer stands where it was opened.
    public func version() throws -> Int64 {
        try database.verifyPlace()
        do {
            return try connection.unsafeRead { db in
                try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: database.path)
        }
    }
}

extension FeedDatabase {
    /// A watch over all commits from now on.
    ///
    /// - Throws: `StoreError` where the file cannot be opened once more.
    public func commitWatch() throws -> CommitWatch {
        try verifyPlace()
        do {
            return try CommitWatch(of: self, configuration: Self.configuration)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}
