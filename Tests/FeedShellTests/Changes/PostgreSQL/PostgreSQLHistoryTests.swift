import FeedMock
import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite(
    "The runs, problems and events of a mirror in PostgreSQL", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLHistoryTests: MirrorTesting {
    private func history(_ server: PostgreSQLServer, _ condition: String = "true") throws -> [String] {
        try server.query(
            """
            SELECT type, source, account, id, body FROM fact WHERE type IN ('run', 'problem', 'event') AND \(condition)
            ORDER BY type, id COLLATE "C"
            """, database: "mirror")
    }

    /// Runs, problems and events that the server has taken.
    private func live(_ fixture: ShellFixture, _ clock: WorldClock) async throws {
        for line in [
            "scroll ranking 0", "scroll ranking 3 --dwell 2", "scroll photos 2 --dwell 2", "tap ranking 0",
            "tap photos 7", "flush",
        ] {
            #expect(try await fixture.run(line).status == .done, "\(line)")
        }
        for _ in 0..<3 {
            _ = clock.advance(by: 20)
            #expect(try await fixture.run("sync -q --full --allow-shrink").status == .done)
        }
    }

    private func prune(_ fixture: ShellFixture) async throws {
        #expect(try await fixture.run("prune --days 0 --runs 1 --event-days 0").status == .done)
    }

    @Test("stay when the cache has pruned them, also where the mirror reads everything again")
    func pruned() async throws {
        try await withMirror { fixture, clock, server in
            try await live(fixture, clock)
            #expect(try load(fixture, server).status == 0)
            let before = try history(server)
            #expect(before.count { $0.hasPrefix("event|") } > 5 && before.count { $0.hasPrefix("run|") } > 3)
            let removed = try server.query("SELECT collection, id FROM item WHERE NOT live", database: "mirror")
            for _ in 0..<2 {
                _ = clock.advance(by: 20)
                #expect(try await fixture.run("sync -q --full --allow-shrink").status == .done)
            }
            try await prune(fixture)
            let loaded = try load(fixture, server, "--batch", "50")
            #expect(loaded.status == 0 && loaded.output.contains("forgotten removals"), "\(loaded)")
            let after = try history(server)
            #expect(Set(before).isSubset(of: after) && after.count > before.count)
            let items = try server.query("SELECT collection, id FROM item", database: "mirror")
            #expect(!removed.isEmpty && Set(removed).isSubset(of: items))
            try await expectSame(fixture, server)
        }
    }

    @Test("go when they are forgotten, also where that is read late")
    func forgotten() async throws {
        try await withMirror { fixture, clock, server in
            try fixture.editManifest(replacing: "retry = {", with: "account = \"alice\"\nretry = {")
            #expect(try await fixture.run("sync -q").status == .done)
            try await live(fixture, clock)
            #expect(try load(fixture, server).status == 0)
            #expect(try !history(server, "account <> '' AND type = 'event'").isEmpty)
            let others = try history(server, "account = ''")
            #expect(try await fixture.run("forget --account alice --force").status == .done)
            // The account comes back, and the note of the forgetting is as old as removals that are dropped.
            #expect(try await fixture.run("sync -q").status == .done)
            try await prune(fixture)
            let known = try await fixture.run("sql 'SELECT id FROM run' --format csv").output
            try server.query("UPDATE cache SET token = ''", database: "mirror")
            #expect(try load(fixture, server, "--batch", "50").status == 0)
            #expect(try history(server, "account <> '' AND type = 'event'").isEmpty)
            let runs = try server.query("SELECT id FROM fact WHERE type = 'run' AND account <> ''", database: "mirror")
            #expect(runs.count == 1 && runs.allSatisfy { known.contains($0) }, "\(runs)")
            #expect(try history(server, "account = ''").count == others.count)
        }
    }

    @Test("that the cache has pruned count a collection no more once it is forgotten")
    func forgottenCollection() async throws {
        try await withMirror { fixture, clock, server in
            try await live(fixture, clock)
            #expect(try load(fixture, server).status == 0)
            func runs(of list: String) throws -> [String] {
                try server.query(
                    """
                    SELECT id, body ->> 'outcome' FROM fact WHERE type = 'run' AND EXISTS (
                        SELECT FROM json_array_elements(body -> 'collections') AS part WHERE part ->> 'name' = '\(list)')
                    ORDER BY id::bigint
                    """, database: "mirror")
            }
            let others = try runs(of: "articles")
            #expect(try others.count > 3 && runs(of: "photos") == others)
            try await prune(fixture)
            #expect(try await fixture.run("forget --collection photos --force").status == .done)
            #expect(try load(fixture, server).status == 0)
            #expect(try runs(of: "photos").isEmpty && runs(of: "articles") == others)
            // What comes later counts it again.
            #expect(try await fixture.run("sync -q --full").status == .done)
            #expect(try load(fixture, server).status == 0)
            #expect(try runs(of: "photos").count == 1)
        }
    }

    @Test("of a file that was put back, go where their numbers are given again")
    func undone() async throws {
        try await withMirror { fixture, clock, server in
            let copy = fixture.folder.appending(path: "copy.db").path
            #expect(try await fixture.run("backup \(copy)").status == .done)
            try await live(fixture, clock)
            #expect(try load(fixture, server).status == 0)
            let events = try history(server, "type = 'event'")
            #expect(try await fixture.run("restore \(copy)").status == .done)
            let restored = try load(fixture, server)
            #expect(restored.status == 0 && restored.output.contains("put back"), "\(restored)")
            #expect(try server.query("SELECT id FROM fact WHERE type = 'run'", database: "mirror") == ["1"])
            // What was looked at was looked at.
            #expect(try history(server, "type = 'event'") == events && !events.isEmpty)
        }
    }
}
