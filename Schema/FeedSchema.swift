import CFeedSchema

/// The steps that make a database, oldest first, embedded in the program so that it needs no file beside it.
package enum FeedSchema {
    /// One step, which brings `user_version` from `version - 1` to `version`.
    package struct Migration: Sendable {
        /// 1 and up, without gaps: the number in the file's name.
        package let version: Int
        /// The name in the file's name.
        package let name: String
        fileprivate let sql: String

        /// Statements for one transaction. Where the rows of a large table move there are three parts: what begins it; what
        /// moves some rows, to be run in a transaction of its own until its last statement changes none; and what ends it.
        /// Meanwhile `user_version` is `moving + version`.
        package var parts: [String] { sql.split(separator: /\n-- (?:REPEAT|END):.*/).map(String.init) }
    }

    /// No program without this number opens a file while its rows move: to them it is a newer one.
    package static let moving = 1_000_000

    /// How many steps a file has behind it whose `user_version` is this.
    package static func stepCount(at version: Int) -> Int {
        let step = version - moving
        return migrations.indices.contains(step - 1) && migrations[step - 1].parts.count > 1 ? step - 1 : version
    }

    /// "FEED": what `PRAGMA application_id` says in every database of ours.
    package static let applicationID: Int32 = 0x4645_4544

    /// All steps. A released one is never edited: a change is a new step.
    package static let migrations: [Migration] = {
        var count = 0
        let steps = UnsafeBufferPointer(start: CFeedSchemaSteps(&count), count: count)
        return steps.enumerated().map { index, step in
            Migration(version: index + 1, name: String(cString: step.name), sql: String(cString: step.sql))
        }
    }()

    /// What all steps make together, in one piece, for a new database.
    package static let whole =
        String(cString: CFeedSchemaWhole()) + """
            INSERT INTO digest_salt (id, salt) VALUES (1, randomblob(32));
            INSERT INTO stream (id, cache, change) VALUES (1, lower(hex(randomblob(16))), 1);
            """

    /// Statements for PostgreSQL 15 and later that make a mirror, to be run once in a schema of its own: tables that the
    /// lines of `changes` go into, the function that takes a batch of them in, and views.
    package static let postgreSQLMirror: String = {
        var parts: [String] = []
        while let part = CFeedSchemaMirror()[parts.count] { parts.append(String(cString: part)) }
        return (parts + ["COMMIT;\n"]).joined(separator: "\n")
    }()

    /// The hash of the schema that all steps make, for a database whose schema is known to be whole without looking at
    /// its parts. A step changes it; the tests say what to.
    package static let digest: UInt64 = 0xC047_3A0E_454F_16A2
}
