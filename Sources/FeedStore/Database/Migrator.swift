import FeedModel
import FeedSchema
import GRDB

/// Brings a database to the present schema: a new one at once, an older one a step a transaction, or a part of a step where
/// the rows of a large table move. One that is cut short goes on where it was.
enum Migrator {
    /// Makes the schema, or applies the steps that are missing. Two processes may do it at once: each looks again under
    /// the write lock.
    static func migrate(_ db: Database) throws {
        guard try version(db) < FeedSchema.migrations.count else { return }
        // The steps one by one take a tenth of a second: each change of a table has SQLite read the whole schema again.
        try db.inTransaction(.immediate) {
            guard try version(db) == 0 && db.count("sqlite_schema") == 0 else { return .rollback }
            try db.execute(sql: FeedSchema.whole)
            try mark(db, version: FeedSchema.migrations.count)
            return .commit
        }
        try applySteps(db)
    }

    static func applySteps(_ db: Database) throws { while try advance(db) {} }

    /// Applies the next step, or a part of it, in one transaction. False where there is none.
    private static func advance(_ db: Database) throws -> Bool {
        var hasNext = false
        try db.inTransaction(.immediate) {
            let number = try userVersion(db)
            let behind = FeedSchema.stepCount(at: number)
            guard let step = FeedSchema.migrations.dropFirst(max(0, behind)).first else { return .rollback }
            let parts = step.parts
            hasNext = true
            do {
                if number == behind {
                    try db.execute(sql: parts[0])
                    try mark(db, version: parts.count == 1 ? step.version : FeedSchema.moving + step.version)
                } else {
                    try db.execute(sql: parts[1])
                    guard db.changesCount == 0 else { return .commit }
                    try db.execute(sql: parts[2])
                    try mark(db, version: step.version)
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                // As where the file says that it is older than it is.
                throw DatabaseError.corrupt("it is not as version \(behind) of the schema is")
            }
            return .commit
        }
        return hasNext
    }

    private static func mark(_ db: Database, version: Int) throws {
        try db.execute(sql: "PRAGMA application_id = \(FeedSchema.applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    private static func version(_ db: Database) throws -> Int {
        FeedSchema.stepCount(at: try userVersion(db))
    }

    private static func userVersion(_ db: Database) throws -> Int {
        try db.value("PRAGMA user_version") ?? 0
    }
}

enum SchemaParts {
    private struct Part: Hashable {
        let kind: String
        let name: String
        let table: String

        var isTable: Bool { kind == "table" }
        var text: String { isTable ? "the table “\(name)”" : "the \(kind) “\(name)” of the table “\(table)”" }
    }

    private static func parts(of db: Database) throws -> Set<Part> {
        Set(
            try db.rows(
                """
                SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'
                UNION ALL
                SELECT 'column', info.name, made.name
                FROM sqlite_schema AS made JOIN pragma_table_info(made.name) AS info
                WHERE made.type = 'table' AND made.name NOT GLOB 'sqlite_*'
                """
            ).map { try Part(kind: $0[0], name: $0[1], table: $0[2]) })
    }

    /// The hash of all that a database has, as SQL: `FeedSchema.digest` where it is what the migrations make.
    static func digest(of db: Database) throws -> UInt64 {
        let sql: [String] = try db.values(
            """
            SELECT type || ' ' || name || ' ' || tbl_name || ' ' || sql FROM sqlite_schema
            WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY 1
            """)
        return FNV1a.hash(sql.joined(separator: "\n").utf8)
    }

    private static let expected = Result {
        try DatabaseQueue().writeWithoutTransaction { db in
            try Migrator.migrate(db)
            return try parts(of: db)
        }
    }

    /// What a database with the present schema lacks, a line each, tables first; what it has besides does not count.
    static func missing(in db: Database) throws -> [String] {
        // To make all tables anew, only to read their names, takes longer than a sync without news.
        if try digest(of: db) == FeedSchema.digest { return [] }
        let missing = try expected.get().subtracting(parts(of: db))
        let tables = Set(missing.filter(\.isTable).map(\.name))
        return missing.filter { $0.isTable || !tables.contains($0.table) }
            .sorted { ($0.isTable ? 0 : 1, $0.text) < ($1.isTable ? 0 : 1, $1.text) }
            .map { "\($0.text) is missing" }
    }
}
