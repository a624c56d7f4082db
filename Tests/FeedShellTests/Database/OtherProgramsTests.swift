import FeedMock
import Foundation
import TestSupport
import Testing

@testable import FeedShell

private let sqlite3Program = "/usr/bin/sqlite3"

@Suite(
    "The file in the program sqlite3",
    .enabled(if: FileManager.default.isExecutableFile(atPath: sqlite3Program)),
    .timeLimit(.minutes(10)))
struct OtherProgramsTests {
    @Test("has the items that export prints, and the content of the feed")
    func same() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync -q").status == .done)
            func ask(_ sql: String) throws -> String {
                let database = fixture.folder.appending(path: "feed.db").path
                return try ForeignProgram.run(sqlite3Program, ["-readonly", "-safe", database, sql], environment: [:])
                    .output
            }
            let exported = try await fixture.run("export photos --format ndjson").output.split(separator: "\n")
                .map { String($0.split(separator: "\"payload\":", maxSplits: 1)[1].dropLast()) }
            let payloads = try ask("SELECT payload FROM feed_items WHERE collection = 'photos' ORDER BY position")
            #expect(payloads.split(separator: "\n").map(String.init) == exported)
            let content = try await fixture.run(
                "sql \"SELECT key FROM feed WHERE kind = 'content'\" --format tsv"
            ).output.split(separator: "\n").dropFirst()
            let rows = try ask(
                """
                SELECT feed_rows.id FROM feed_rows JOIN feed_sections
                    ON feed_sections.id = feed_rows.section AND feed_sections.source_id = feed_rows.source_id
                WHERE kind = 'content' ORDER BY feed_sections.position, feed_rows.position
                """)
            #expect(rows.split(separator: "\n") == Array(content))
            #expect(
                try await fixture.run("sql 'SELECT count(*) FROM feed_runs' --format tsv").output.hasSuffix("\n1\n"))
        }
    }
}
