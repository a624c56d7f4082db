import FeedMock
import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite(
    "An account in a fleet that is mirrored in PostgreSQL", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLAccountTests: MirrorTesting {
    private func path(_ fixture: ShellFixture, _ name: String) -> String { fixture.folder.appending(path: name).path }

    private func use(_ fixture: ShellFixture, _ line: String) throws {
        let path = path(fixture, "feed.toml")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let kept = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("account") }
        let lines = kept.flatMap { $0.hasPrefix("retry = {") ? [Substring(line), $0] : [$0] }
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func count(_ what: String, _ server: PostgreSQLServer) throws -> Int {
        try #require(try server.query("SELECT count(*) FROM \(what)", database: "mirror").first.flatMap { Int($0) })
    }

    @Test("is one account, in however many caches it is")
    func one() async throws {
        try await withMirror { fixture, clock, server in
            for (index, account) in ["ann", "ann", "ann", "bob"].enumerated() {
                try use(fixture, "account = \"\(account)\"")
                let database = path(fixture, "\(index).db")
                _ = clock.advance(by: 3)
                #expect(try await fixture.run("sync -q --db \(database)").status == .done)
                #expect(try load(fixture, server, database: database) == (0, ""))
            }
            #expect(try count("cache", server) == 4)
            #expect(try count("(SELECT DISTINCT account FROM item) AS accounts", server) == 2)
            #expect(try count("(SELECT DISTINCT cache FROM feed_list) AS caches", server) == 2)
            // Each item of an account once, as the last sync has it.
            let newest =
                "(SELECT source, account, collection, id FROM item WHERE version_order <> '' GROUP BY 1, 2, 3, 4)"
            #expect(try count("item_newest", server) == count("\(newest) AS items", server))
            #expect(try count("item_newest", server) < count("item WHERE version_order <> ''", server))
            try use(fixture, "account = \"ann\"")
            let list = try await fixture.run("export photos --db \(path(fixture, "2.db"))").output.split(
                separator: "\n")
            let bodies = try server.query(
                """
                SELECT body FROM feed_list WHERE collection = 'photos'
                    AND cache = (SELECT cache FROM cache ORDER BY loaded OFFSET 2 LIMIT 1) ORDER BY position
                """, database: "mirror")
            #expect(bodies.count == list.count)
            #expect(zip(list, bodies).allSatisfy { $0.hasSuffix("\"payload\":\($1)}") })
        }
    }

    @Test("keeps all that is known of it where it gets its name later, or another key", arguments: [false, true])
    func rename(isRead: Bool) async throws {
        try await withMirror { fixture, clock, server in
            try use(fixture, "account = \"ann\"")
            #expect(try await fixture.run("sync -q").status == .done)
            // As a program has left it that knew no names.
            let database = try FeedDatabase(path: path(fixture, "feed.db"))
            try database.write { try $0.execute(sql: "UPDATE source SET account_name = NULL") }
            #expect(try await fixture.run("tap photos 2").status == .done)
            #expect(try load(fixture, server).status == 0)
            let digest = try server.query("SELECT DISTINCT account FROM item WHERE account <> ''", database: "mirror")
            for line in ["account = \"ann\"", "account = \"ann\"\naccount_key = \"k\""] {
                try use(fixture, line)
                _ = clock.advance(by: 20)
                #expect(try await fixture.run("sync -q --full --allow-shrink").status == .done)
                if isRead { #expect(try load(fixture, server).status == 0) }
            }
            #expect(try await fixture.run("flush").status == .done)
            #expect(try await fixture.run("prune --days 0 --runs 1 --event-days 0").status == .done)
            #expect(try load(fixture, server).status == 0)
            let name = try server.query("SELECT DISTINCT account FROM item WHERE account <> ''", database: "mirror")
            #expect(name.count == 1 && name != digest)
            for table in ["item", "reach", "fact"] {
                #expect(try count("\(table) WHERE account NOT IN ('', '\(name[0])')", server) == 0, "\(table)")
            }
            #expect(try count("event WHERE account = '\(name[0])' AND type = 'tap'", server) == 1)
            #expect(try count("fact WHERE account = '\(name[0])' AND type = 'run'", server) == (isRead ? 3 : 2))
            try await expectSame(fixture, server, account: name[0])
        }
    }

    @Test("has its events once where the file is put back to before it got another name")
    func restored() async throws {
        try await withMirror { fixture, clock, server in
            func names(_ what: String) throws -> [String] {
                try server.query("SELECT DISTINCT account FROM \(what) WHERE account <> ''", database: "mirror")
            }
            try use(fixture, "account = \"ann\"")
            for line in ["sync -q", "tap photos 2", "backup \(path(fixture, "copy.db"))"] {
                #expect(try await fixture.run(line).status == .done, "\(line)")
            }
            try use(fixture, "account = \"ann\"\naccount_key = \"k\"")
            for line in ["sync -q --full", "tap photos 3"] {
                #expect(try await fixture.run(line).status == .done, "\(line)")
            }
            #expect(try load(fixture, server).status == 0)
            let (keyed, events) = (try names("item"), try count("event", server))
            #expect(try await fixture.run("restore \(path(fixture, "copy.db"))").status == .done)
            #expect(try load(fixture, server).status == 0)
            let plain = try names("item")
            #expect(plain != keyed && plain.count == 1)
            #expect(try names("event") == plain && count("event", server) == events && events >= 2)
            _ = clock.advance()
            #expect(try await fixture.run("sync -q --full").status == .done)
            #expect(try load(fixture, server).status == 0)
            #expect(try names("item") == keyed && names("event") == keyed)
            #expect(try count("event", server) == events)
        }
    }
}
