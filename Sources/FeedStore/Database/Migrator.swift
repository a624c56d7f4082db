import FeedSchema
import GRDB

/// Brings a database to the present schema, a step a transaction.
enum Migrator {
    /// Applies the steps that are missing. Two processes may do it at once: each looks again under the write lock.
    static func migrate(_ db: Database) throws {
        guard try version(db) < FeedSchema.migrations.count else { return }
        for step in FeedSchema.migrations {
            try db.inTransaction(.immediate) {
                guard try version(db) == step.version - 1 else { return .rollback }
                try db.execute(sql: step.sql)
                try db.execute(sql: "PRAGMA application_id = \(FeedSchema.applicationID)")
                try db.execute(sql: "PRAGMA user_version = \(step.version)")
                return .commit
            }
        }
    }

    private static func version(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }
}
