import GRDB

/// What reads go to: the file itself, or a private copy of it where that has to be.
///
/// Reading leaves a database as it is, to the byte and the time stamp: no table is made to have a log, no older schema
/// is brought up to date, no file is made where there was none.
///
/// - The file itself is read where it has the present schema. Its log lets each reader keep a snapshot of its own, so
///   no writer is waited for. Where the log's files are not there they are made, and the connection that made them
///   stays open: it removes them when it is the last to close.
/// - Where there is no database yet, a private empty one is read.
/// - A database with an older schema, and one that cannot have a log beside it (read-only media, a folder that may not
///   be written), is copied to a private temporary database, which SQLite removes with the connection. The first write
///   to either file makes the copy out of date: it is made again at the next read. A large one with an older schema is
///   refused: each command would copy it.
final class ReadSource: Sendable {
    /// Bytes of a database with an older schema that are copied at most.
    static let mostCopied: Int64 = 64 * 1_048_576

    let reader: any DatabaseReader
    private let path: String
    /// Of a copy: the state of the file that it was made of.
    private let stamp: DatabaseFileStamp?
    /// Holds the log's files while the file itself is read.
    private let holder: PlainConnection?

    init(pool: DatabasePool) {
        (reader, path, stamp, holder) = (pool, pool.path, nil, nil)
    }

    /// - Throws: `StoreError`, also where its log can neither be read here nor be ignored; `.older`.
    init(_ file: DatabaseFile) throws {
        path = file.path
        let stamp = DatabaseFileStamp(path: file.path)
        guard !file.isEmpty else {
            (reader, self.stamp, holder) = (try Self.copy(of: nil), stamp, nil)
            return
        }
        let marks = try file.verify()
        guard marks.isPresent || marks.isFresh || file.size <= Self.mostCopied else {
            throw StoreError.older(path: path, version: Int(clamping: marks.version))
        }
        let logged = try Self.loggedConnection(to: file)
        if let logged, marks.isPresent {
            reader = try DatabasePool(
                path: path, configuration: FeedDatabase.configuration(of: path, isReadOnly: true))
            (self.stamp, holder) = (nil, logged)
            return
        }
        let copied = try marks.isFresh ? nil : logged ?? PlainConnection(path: path, .immutable)
        (reader, self.stamp, holder) = (try Self.copy(of: copied), stamp, nil)
        // Without a log there is no snapshot: what was written meanwhile may be in the copy by half.
        guard logged != nil || marks.isFresh || stamp == DatabaseFileStamp(path: path) else {
            throw StoreError.cannotAccess(path: path, reason: "it was written to while it was read; try again")
        }
    }

    deinit {
        // Before the holder: the last to close removes the log's files, and only the holder may. A pool that writes is
        // not closed here: it closes its readers first only when it is released.
        if holder != nil { try? reader.close() }
    }

    var isCurrent: Bool { stamp.map { $0 == DatabaseFileStamp(path: path) } ?? true }

    /// Whether the file itself is read, not a copy.
    var isLive: Bool { stamp == nil }

    func connection() throws -> PlainConnection {
        guard !isLive else { return try PlainConnection(path: path, .reading) }
        let copy = try PlainConnection(path: "", .tidying)
        try reader.unsafeRead { db in
            guard let handle = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
            try PlainConnection.copy(handle, into: copy.handle)
        }
        return copy
    }

    /// A connection to the file and its log; nil where its log is empty, and none can be had.
    private static func loggedConnection(to file: DatabaseFile) throws(StoreError) -> PlainConnection? {
        let needsLog = file.hasLog || file.hasJournal
        guard file.mayBeWritten || file.hasLogFiles || needsLog else { return nil }
        do {
            let connection = try file.open()
            // The log is opened when the file is first read.
            _ = try DatabaseHeader(connection)
            return connection
        } catch {
            guard error.meansUnwritable, !needsLog else { throw file.error(error) }
            return nil
        }
    }

    /// A private database with the present schema and what `connection` holds, if anything.
    private static func copy(of connection: PlainConnection?) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: "", configuration: FeedDatabase.configuration(of: nil))
        try queue.writeWithoutTransaction { db in
            if let connection, let handle = db.sqliteConnection {
                try PlainConnection.copy(connection.handle, into: handle)
            }
            try Migrator.migrate(db)
        }
        return queue
    }
}
