import FeedSchema

/// What a SQLite file says of itself.
struct DatabaseMarks: Equatable {
    /// `PRAGMA application_id`.
    let application: Int64
    /// `PRAGMA user_version`.
    let version: Int64
    /// Tables, indexes, triggers and views together.
    let objects: Int64

    /// Whether nothing was ever written to it.
    var isFresh: Bool { application == 0 && version == 0 && objects == 0 }

    /// Whether a program of ours made it.
    var isOurs: Bool { application == Int64(FeedSchema.applicationID) && version >= 0 }

    /// Whether it has the present schema.
    var isPresent: Bool { version == FeedSchema.migrations.count }

    /// Reads the marks in one transaction, so that they belong together.
    init(_ connection: PlainConnection) throws(PlainConnection.Failure) {
        try connection.execute("BEGIN")
        application = try connection.number("PRAGMA application_id")
        version = try connection.number("PRAGMA user_version")
        objects = try connection.number("SELECT count(*) FROM sqlite_schema")
        try connection.execute("COMMIT")
    }

    /// Makes sure that the file is ours, or fresh, and not newer than this program.
    func verify(path: String) throws(StoreError) {
        guard isFresh || isOurs else { throw .foreign(path: path) }
        guard version <= FeedSchema.migrations.count else { throw .newer(path: path, version: Int(clamping: version)) }
    }
}
