import FeedMock
import FeedModel
import FeedSchema
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite("A large database of an older version", .timeLimit(.minutes(10)))
struct UpgradeTests {
    private func makeOlder(_ path: String) throws {
        _ = try FeedDatabase(path: path).prepare()
        let file = try PlainConnection(path: path, .tidying)
        for step in FeedSchema.migrations.prefix(4) { try file.execute(step.parts.joined()) }
        try file.execute("PRAGMA application_id = \(FeedSchema.applicationID); PRAGMA user_version = 4")
        try file.execute("CREATE TABLE filler AS SELECT zeroblob(\(ReadSource.mostCopied)) AS bytes")
    }

    @Test("is not read before “check --upgrade”, which says what it did")
    func upgrading() async throws {
        let fixture = try ShellFixture()
        try makeOlder(fixture.folder.appending(path: "feed.db").path)
        let refused = try await fixture.run("status")
        #expect(refused.status == .badData && refused.errors.contains("“check --upgrade”"), "\(refused)")
        #expect(try await fixture.run("check").status == .badData)
        let done = try await fixture.run("check --upgrade -v")
        let schema = FeedSchema.migrations.count
        #expect(done.status == .done && done.errors.contains("brought from schema 4 to \(schema)"), "\(done)")
        #expect(try await fixture.run("status").status == .done)
        let again = try await fixture.run("check --upgrade -v")
        #expect(again.status == .done && !again.errors.contains("schema"))
    }

    @Test("is brought up to date by a sync", arguments: ["", " --max-age 5m --alarm-after 2h --on-change true"])
    func syncing(options: String) async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            try makeOlder(fixture.folder.appending(path: "feed.db").path)
            let synced = try await fixture.run("sync -q" + options)
            #expect(synced.status == .done, "\(synced)")
            #expect(try await fixture.run("count articles").output != "0\n")
        }
    }
}
