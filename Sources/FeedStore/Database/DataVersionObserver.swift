import FeedModel
import GRDB
import Synchronization

/// Observes commits to the database, whichever connection of whichever process made them.
///
/// SQLite's `PRAGMA data_version` is asked on a read-only connection of its own, since the answer is one of that
/// connection: it changes when another connection has committed (SQLite's documentation, "PRAGMA data_version"). No hook
/// sees what other processes write, and no notice from the file system is to be had everywhere. Where a copy is read
/// instead of the file (see `ReadSource`), the file's time stamps are compared.
///
/// The lock guards what was observed last.
package final class DataVersionObserver: Sendable {
    private enum Observation: Equatable {
        case version(Int64)
        case stamp(DatabaseFileStamp)
    }

    private struct State {
        var connection: DatabaseQueue?
        var last: Observation?
        var count: Int64 = 0
    }

    private let database: FeedDatabase
    private let state = Mutex(State())

    init(of database: FeedDatabase) {
        self.database = database
    }

    deinit {
        // Before the database's own connections: the last to close tidies up.
        try? state.withLock { try $0.connection?.close() }
    }

    /// A number that becomes another one with every commit. It says nothing else, and cannot be compared with another observer's.
    ///
    /// It costs a look at where the file is and the pragma; no page is read, and it never waits.
    ///
    /// - Throws: `StoreError` where the file is no longer where it was opened.
    package func version() throws -> Int64 {
        let isLive = try database.readSource().isLive
        return try database.mapped {
            try state.withLock { state in
                let current =
                    isLive
                    ? try Observation.version(dataVersion(&state)) : .stamp(DatabaseFileStamp(path: database.path))
                if current != state.last { state.count += 1 }
                state.last = current
                return state.count
            }
        }
    }

    private func dataVersion(_ state: inout State) throws -> Int64 {
        let connection: DatabaseQueue
        if let open = state.connection {
            connection = open
        } else {
            var configuration = FeedDatabase.configuration
            configuration.readonly = true
            connection = try DatabaseQueue(path: database.path, configuration: configuration)
            state.connection = connection
        }
        return try connection.unsafeRead { db in
            try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }
}

extension FeedDatabase {
    /// An observer of all commits from now on.
    package func dataVersionObserver() throws -> DataVersionObserver {
        let observer = DataVersionObserver(of: self)
        _ = try observer.version()
        return observer
    }
}
