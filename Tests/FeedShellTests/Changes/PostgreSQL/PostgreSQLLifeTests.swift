import FeedMock
import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite(
    "A mirror in PostgreSQL over a long time", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLLifeTests: MirrorTesting {
    /// How many removals the cache remembers.
    private func tombstones(_ fixture: ShellFixture) async throws -> Int {
        let output = try await fixture.run("sql 'SELECT count(*) AS n FROM tombstone' --format csv").output
        return try #require(output.split(whereSeparator: \.isNewline).last.flatMap { Int($0) })
    }

    @Test("is whole again where the cache has forgotten removals since the last load, and what is gone is swept")
    func late() async throws {
        try await withMirror { fixture, clock, server in
            #expect(try load(fixture, server).status == 0)
            let before = try server.query("SELECT cache, snapshot FROM cache", database: "mirror")
            for _ in 0..<3 {
                _ = clock.advance(by: 20)
                #expect(try await fixture.run("sync -q --full --allow-shrink").status == .done)
            }
            let removed = try await tombstones(fixture)
            #expect(try await fixture.run("prune --days 0 --runs 1").status == .done)
            let kept = try await tombstones(fixture)
            #expect(kept < removed)
            let loaded = try load(fixture, server, "--batch", "50")
            #expect(loaded.status == 0 && loaded.output.contains("forgotten removals"), "\(loaded)")
            try await expectSame(fixture, server)
            #expect(try server.query("SELECT count(*) FROM item WHERE NOT live", database: "mirror") == ["\(kept)"])
            #expect(try server.query("SELECT cache, snapshot FROM cache", database: "mirror") != before)
            // It is told from there on.
            let again = try load(fixture, server)
            #expect(again.status == 0 && again.output.isEmpty, "\(again)")
            try await expectSame(fixture, server)
        }
    }

    @Test("keeps accounts of one file apart")
    func accounts() async throws {
        try await withMirror { fixture, clock, server in
            var line = "retry = { attempts = 1 }"
            func use(_ account: String) throws {
                let next = "retry = { attempts = 1 }\naccount = \"\(account)\""
                try fixture.editManifest(replacing: line, with: next)
                line = next
            }
            var digests: [String: String] = ["": ""]
            #expect(try load(fixture, server).status == 0)
            for account in ["alice", "bob"] {
                try use(account)
                _ = clock.advance(by: 9)
                #expect(try await fixture.run("sync -q").status == .done)
                #expect(try load(fixture, server).status == 0)
                let known = digests.values.map { "'\($0)'" }.joined(separator: ", ")
                let new = try server.query(
                    "SELECT DISTINCT account FROM item WHERE account NOT IN (\(known))", database: "mirror")
                #expect(new.count == 1 && new[0] != account)
                digests[account] = new[0]
            }
            #expect(try server.query("SELECT count(*) FROM cache", database: "mirror") == ["1"])
            var lists: Set<[String]> = []
            for account in ["alice", "bob"] {
                try use(account)
                let digest = try #require(digests[account])
                try await expectSame(fixture, server, account: digest)
                for view in ["cache_list", "feed_list"] {
                    let bodies = try server.query(
                        """
                        SELECT body FROM \(view) WHERE account = '\(digest)' AND collection = 'photos' ORDER BY position
                        """, database: "mirror")
                    lists.insert(bodies)
                }
            }
            #expect(lists.count == 2)
            // What one of them loses, the others keep.
            let kept = try server.query(
                "SELECT md5(string_agg(body::text, ' ' ORDER BY collection, position)) FROM cache_list WHERE account = ''",
                database: "mirror")
            _ = clock.advance(by: 20)
            #expect(try await fixture.run("sync -q --full --allow-shrink").status == .done)
            #expect(try load(fixture, server).status == 0)
            try await expectSame(fixture, server, account: digests["bob"])
            let stillKept = try server.query(
                "SELECT md5(string_agg(body::text, ' ' ORDER BY collection, position)) FROM cache_list WHERE account = ''",
                database: "mirror")
            #expect(stillKept == kept)
            // What is forgotten here is forgotten there.
            func rows(of account: String, _ condition: String = "true") throws -> [String] {
                try ["item", "reach", "fact"].map { table in
                    try server.query(
                        "SELECT count(*) FROM \(table) WHERE account = '\(account)' AND \(condition)",
                        database: "mirror")[0]
                }
            }
            let alice = try #require(digests["alice"])
            let bob = try #require(digests["bob"])
            #expect(try await fixture.run("tap articles 0").status == .done)
            #expect(try await fixture.run("forget --account alice").status == .done)
            #expect(try await fixture.run("forget --collection photos --force").status == .done)
            #expect(try load(fixture, server).status == 0)
            #expect(try rows(of: alice) == ["0", "0", "0"])
            #expect(try rows(of: bob, "collection = 'photos'") == ["0", "0", "0"])
            let events = "SELECT count(*) FROM event WHERE account = '\(bob)'"
            #expect(try server.query(events, database: "mirror") == ["1"])
            try await expectSame(fixture, server, account: bob)
            #expect(try await fixture.run("sync -q --full").status == .done)
            #expect(try load(fixture, server).status == 0)
            #expect(try rows(of: bob, "collection = 'photos'")[0] != "0")
            try await expectSame(fixture, server, account: bob)
        }
    }

    @Test("takes bodies of 8,000 levels as they are")
    func deep() async throws {
        try await withMirror { fixture, _, server in
            let levels = 8_000
            let bodies = [
                String(repeating: "[", count: levels) + String(repeating: "]", count: levels),
                String(repeating: #"{"a":"#, count: levels) + "0" + String(repeating: "}", count: levels),
            ]
            // No answer of a server is let in so deep; a file of another program may be.
            let database = try FeedDatabase(path: fixture.folder.appending(path: "feed.db").path)
            try database.writeStamped { db, stamp in
                let change = try stamp.number()
                for (index, body) in bodies.enumerated() {
                    try db.execute(
                        sql: """
                            UPDATE item SET payload = ?, change = ? WHERE id = (SELECT min(id) + ? FROM item
                            WHERE collection = (SELECT id FROM collection WHERE name = 'photos'))
                            """, arguments: [body, change, index])
                }
                try db.execute(sql: "UPDATE page SET change = ?", arguments: [change])
            }
            #expect(try load(fixture, server).status == 0)
            let mirrored = try server.query(
                "SELECT body FROM item WHERE length(body::text) > 15000", database: "mirror")
            #expect(Set(mirrored) == Set(bodies))
            let readable = try server.query(
                "SELECT count(*) > 100 FROM item_jsonb WHERE body IS NOT NULL", database: "mirror")
            #expect(readable == ["t"])
            let told = try await fixture.run("changes").output
            for body in bodies { #expect(told.contains(#","body":\#(body)}"#)) }
        }
    }
}
