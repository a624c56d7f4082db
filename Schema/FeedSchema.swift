/// The steps that make a database, oldest first, embedded in the program so that it needs no file beside it.
package enum FeedSchema {
    /// One step: its SQL runs in one transaction and brings `user_version` from `version - 1` to `version`.
    package struct Migration: Sendable {
        /// 1 and up, without gaps: the number in the file's name.
        package let version: Int
        /// The name in the file's name.
        package let name: String
        /// Statements.
        package let sql: String
    }

    /// "FEED": what `PRAGMA application_id` says in every database of ours.
    package static let applicationID: Int32 = 0x4645_4544

    /// All steps. A released one is never edited: a change is a new step.
    package static let migrations: [Migration] = [
        migration("initial", PackageResources._001_initial_sql),
        migration("section-config-waits", PackageResources._002_section_config_waits_sql),
        migration("ads-and-events", PackageResources._003_ads_and_events_sql),
        migration("refused-events", PackageResources._004_refused_events_sql),
        migration("section-config-heals", PackageResources._005_section_config_heals_sql),
        migration("location", PackageResources._006_location_sql),
        migration("kept-ads", PackageResources._007_kept_ads_sql),
        migration("evidence", PackageResources._008_evidence_sql),
        migration("plain-names", PackageResources._009_plain_names_sql),
        migration("agreeing-walks", PackageResources._010_agreeing_walks_sql),
        migration("alarms", PackageResources._011_alarms_sql),
        migration("taps", PackageResources._012_taps_sql),
        migration("change-stream", PackageResources._013_change_stream_sql),
        migration("items-without-references", PackageResources._014_items_without_references_sql),
        migration("whole-walks", PackageResources._015_whole_walks_sql),
        migration("consumers", PackageResources._016_consumers_sql),
        migration("looks", PackageResources._017_looks_sql),
        migration("window", PackageResources._018_window_sql),
        migration("forgotten", PackageResources._019_forgotten_sql),
        migration("views", PackageResources._020_views_sql),
        migration("witness", PackageResources._021_witness_sql),
        migration("account-names", PackageResources._022_account_names_sql),
        migration("details", PackageResources._023_details_sql),
        migration("assets", PackageResources._024_assets_sql),
        migration("proof", PackageResources._025_proof_sql),
    ].enumerated().map { index, step in
        Migration(version: index + 1, name: step.name, sql: step.sql)
    }

    /// What all steps make together, in one piece, for a new database.
    package static let whole =
        String(decoding: PackageResources.schema_sql, as: UTF8.self) + """
            INSERT INTO digest_salt (id, salt) VALUES (1, randomblob(32));
            INSERT INTO stream (id, cache, change) VALUES (1, lower(hex(randomblob(16))), 1);
            """

    /// Statements for PostgreSQL 15 and later that make a mirror, to be run once in a schema of its own: tables that the
    /// lines of `changes` go into, the function that takes a batch of them in, and views.
    package static let postgreSQLMirror =
        [
            PackageResources.tables_sql, PackageResources.loading_sql, PackageResources.lists_sql,
            PackageResources.click_through_sql, Array("COMMIT;\n".utf8),
        ].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")

    /// The hash of the schema that all steps make, for a database whose schema is known to be whole without looking at
    /// its parts. A step changes it; the tests say what to.
    package static let digest: UInt64 = 0xC047_3A0E_454F_16A2

    private static func migration(_ name: String, _ bytes: [UInt8]) -> (name: String, sql: String) {
        (name, String(decoding: bytes, as: UTF8.self))
    }
}
