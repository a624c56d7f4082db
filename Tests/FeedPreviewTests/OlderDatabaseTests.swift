import FeedSchema
import Foundation
import GRDBSQLite
import Testing

@testable import FeedPreview

@Suite("A preview of an older database", .timeLimit(.minutes(10)))
struct OlderDatabaseTests {
    private struct SQLFailure: Error {}

    /// A database as the program before the last migration made it, without a row.
    private static func write(to path: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(path, &connection) == SQLITE_OK else { throw SQLFailure() }
        let steps = FeedSchema.migrations.dropLast()
        let marks = "PRAGMA application_id = \(FeedSchema.applicationID); PRAGMA user_version = \(steps.count)"
        for sql in ["PRAGMA journal_mode = WAL"] + steps.flatMap(\.parts) + [marks] {
            guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw SQLFailure() }
        }
    }

    @Test("waits and writes nothing, and shows the feed once a sync has brought it up to date")
    func waits() async throws {
        try await PreviewBench.run(isSynced: false, preparing: Self.write) { bench in
            let file = URL(filePath: bench.cache.databasePath)
            let before = try Data(contentsOf: file)
            var states: [String] = []
            try await bench.client.events(bench.path + "events?widths=390", headers: bench.headers) { event in
                if event.name == "feed" || event.name == "change" { return event.data.contains("\"picture\":") }
                guard event.name == "state" else { return false }
                states.append(event.data)
                guard states.count == 1 else { return false }
                let feed = try await bench.get("feed?widths=390")
                #expect(feed.text == #"{"run":null,"sections":[]}"#)
                #expect(try await bench.get("runs").status == 200)
                #expect(try Data(contentsOf: file) == before)
                let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
                #expect(names == ["feed.db"])
                _ = try await bench.cache.sync()
                return false
            }
            let schema = FeedSchema.migrations.count - 1
            #expect(states.first?.contains("the database has schema \(schema)") == true, "\(states)")
        }
    }
}
