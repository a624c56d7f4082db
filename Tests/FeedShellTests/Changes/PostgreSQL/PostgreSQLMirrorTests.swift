import FeedCache
import FeedMock
import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite(
    "A mirror in PostgreSQL", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLMirrorTests: MirrorTesting {
    @Test("has the lists of the cache, to the byte, however the list moves and the file is put back or copied")
    func fleet() async throws {
        try await withMirror { fixture, clock, server in
            let path = fixture.folder.appending(path: "feed.db").path
            let copy = fixture.folder.appending(path: "copy.db").path
            #expect(try load(fixture, server, "--batch", "40").status == 0)
            try await expectSame(fixture, server)
            #expect(try await fixture.run("backup \(copy)").status == .done)
            for batch in ["1000", "7"] {
                _ = clock.advance()
                #expect(try await fixture.run("sync -q --full").status == .done)
                #expect(try load(fixture, server, "--batch", batch).status == 0)
                try await expectSame(fixture, server)
            }
            // The file as it was, under its own name: what came since is gone from the mirror, too.
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try FileManager.default.copyItem(atPath: copy, toPath: path)
            let restored = try load(fixture, server)
            #expect(restored.status == 0 && restored.output.contains("put back"), "\(restored)")
            try await expectSame(fixture, server)
            // A copy that goes its own way gets a name of its own.
            let name = try await fixture.run("changes --new-cache --db \(copy)").output.trimmingCharacters(
                in: .newlines)
            _ = clock.advance()
            #expect(try await fixture.run("sync -q --full --db \(copy)").status == .done)
            #expect(try load(fixture, server, database: copy).status == 0)
            try await expectSame(fixture, server, database: copy, cache: name)
            #expect(try server.query("SELECT count(*) FROM cache", database: "mirror") == ["2"])
            // Each list of the fleet is that of one cache.
            let caches = try server.query(
                "SELECT count(DISTINCT cache) FROM feed_list GROUP BY source, account, collection", database: "mirror")
            #expect(!caches.isEmpty && caches.allSatisfy { $0 == "1" })
        }
    }

    @Test("is the same for any split of the batches, and a repetition changes nothing")
    func splits() async throws {
        try await withMirror { fixture, _, server in
            #expect(try load(fixture, server, "--batch", "3").status == 0)
            let first = try checksum(server)
            #expect(try load(fixture, server).status == 0)
            #expect(try checksum(server) == first)
            try server.query("DELETE FROM cache", database: "mirror")
            // Two at once: one of them goes on where the other one has stopped.
            let variables = environment(fixture, server)
            async let other = Self.load(["--batch", "11"], variables)
            let mine = try load(fixture, server, "--batch", "20")
            #expect(try await other.status == 0 && mine.status == 0)
            #expect(try checksum(server) == first)
        }
    }

    @Test("takes nothing of a batch that was cut short, wherever, and skips lines of types it does not know")
    func cuts() async throws {
        try await withMirror { fixture, _, server in
            let csv = Array(try await fixture.run("changes --format csv").output.utf8)
            func attempt(_ bytes: some Sequence<UInt8>, after token: String = "") throws -> [String]? {
                try loadBatch(Data(bytes), after: token, fixture, server)
            }
            for seed in SeededGenerator.seeds(25) {
                var generator = SeededGenerator(seed: seed)
                let cut = seed < 5 ? csv.count - Int(seed) - 2 : Int.random(in: 0..<csv.count - 2, using: &generator)
                #expect(try attempt(csv[..<cut]) == nil, "\(cut)")
                #expect(try server.query("SELECT count(*) FROM cache", database: "mirror") == ["0"])
            }
            let unknown = csv.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
            let strange = Array(String(decoding: unknown[1], as: UTF8.self).replacing("hello,", with: "weather,").utf8)
            let state = String(decoding: unknown[2], as: UTF8.self).replacing(
                #"""lines"":{"#, with: #"""lines"":{""weather"":1,"#)
            let lines = [Array(unknown[0]), Array(unknown[1]), strange, Array(state.utf8)]
            #expect(try attempt(lines.joined(separator: [UInt8(ascii: "\n")])) == ["complete"])
        }
    }

    @Test("takes what changes --follow writes later without a hello, up to a line of type state")
    func withoutHello() async throws {
        try await withMirror { fixture, clock, server in
            let all = try await fixture.run("changes --format csv").output
            let withoutHello = all.split(separator: "\r\n").filter { !$0.hasPrefix("hello,") }
            func attempt(_ lines: [Substring], after token: String) throws -> [String]? {
                try loadBatch(Data(lines.map { $0 + "\r\n" }.joined().utf8), after: token, fixture, server)
            }
            #expect(try attempt(withoutHello, after: "") == nil)
            #expect(try load(fixture, server).status == 0)
            let token = try #require(try server.query("SELECT token FROM cache", database: "mirror").first)
            _ = clock.advance()
            #expect(try await fixture.run("sync -q --full").status == .done)
            let later = try await fixture.run("changes --format csv --after \(token)").output
            let lines = later.split(separator: "\r\n").filter { !$0.hasPrefix("hello,") }
            #expect(try attempt(lines.enumerated().filter { $0.offset != 1 }.map(\.element), after: token) == nil)
            #expect(try attempt(lines, after: "") == ["moved"])
            #expect(try attempt(lines, after: token) == ["complete"])
            try await expectSame(fixture, server)
        }
    }

    /// Takes in a batch of csv as a loader of one's own does.
    ///
    /// - Returns: what `feed_load` returns; nil where the server takes nothing of it
    private func loadBatch(
        _ csv: Data, after token: String, _ fixture: ShellFixture, _ server: PostgreSQLServer
    ) throws -> [String]? {
        let batch = fixture.folder.appending(path: "batch.csv")
        try csv.write(to: batch)
        let script = """
            BEGIN;
            CALL feed_open();
            \\copy feed_batch (\(FeedMessage.columns.joined(separator: ", "))) FROM '\(batch.path)' (FORMAT csv, HEADER)
            SELECT feed_load('\(token)');
            COMMIT;

            """
        return try? server.query(script, database: "mirror")
    }

    @Test("keeps bodies that no database likes, as they are")
    func bodies() async throws {
        try await withMirror { fixture, _, server in
            let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
            let bodies = [
                #"{"a":"\u0000"}"#, #"{"a":"\ud800"}"#, #"{"a":1e400000}"#, #"{"a":"\\.","b":"\"x\"","a":2}"#,
                "{\"a\":\"\u{2028}\"}", "{\n\"a\" :\r\n9223372036854775809}", deep,
            ]
            let database = try FeedDatabase(path: fixture.folder.appending(path: "feed.db").path)
            try database.writeStamped { db, stamp in
                for (index, body) in bodies.enumerated() {
                    try db.execute(
                        sql: """
                            UPDATE item SET payload = ?, change = ? WHERE id = (SELECT min(id) + ? FROM item
                            WHERE collection = (SELECT id FROM collection WHERE name = 'photos'))
                            """, arguments: [body, try stamp.number(), index])
                }
                try db.execute(sql: "UPDATE page SET change = ?", arguments: [try stamp.number()])
            }
            #expect(try load(fixture, server).status == 0)
            try await expectSame(fixture, server)
            let bare = try server.query(
                "SELECT count(*) FROM item_jsonb WHERE body IS NULL AND live", database: "mirror")
            #expect(bare == ["3"])
        }
    }

    @Test("stays as it is where the server is away, read-only or of another schema")
    func refusals() async throws {
        try await withMirror { fixture, _, server in
            #expect(try load(fixture, server, variables: ["PGHOST": "/nowhere"]).status == 69)
            let readOnly = ["PGOPTIONS": "-c default_transaction_read_only=on"]
            #expect(try load(fixture, server, variables: readOnly).status == 74)
            #expect(try server.query("SELECT count(*) FROM cache", database: "mirror") == ["0"])
            for wrong in [["--batch", "0"], ["--to", "mysql://localhost/x"], ["--after", "x"], ["--limit", "3"]] {
                #expect(try Self.load(wrong, environment(fixture, server)).status == 64, "\(wrong)")
            }
            let alone = try load(fixture, server, variables: ["PATH": "/nowhere"])
            #expect(alone.status == 69 && alone.output.contains("psql was not found"), "\(alone)")
            let other = try load(fixture, server, variables: ["PGDATABASE": "postgres"])
            #expect(other.status == 65 && other.output.contains("there is no mirror in this database"), "\(other)")
            #expect(try load(fixture, server).status == 0)
            #expect(try load(fixture, server, database: fixture.folder.appending(path: "none.db").path).status == 66)
            try server.query("UPDATE feed_mirror SET version = 0", database: "mirror")
            #expect(try load(fixture, server).status == 65)
        }
    }

    @Test("follows the cache with --follow, until its server goes")
    func follows() async throws {
        try await withMirror { fixture, clock, server in
            let variables = environment(fixture, server)
            async let loader = Self.load(["--follow", "--batch", "50"], variables)
            for run in 2...4 {
                _ = clock.advance()
                #expect(try await fixture.run("sync -q --full").status == .done)
                let ended =
                    "SELECT count(*) FROM fact WHERE type = 'run' AND id = '\(run)' AND body ->> 'ended' IS NOT NULL"
                while try server.query(ended, database: "mirror") != ["1"] { await Task.yield() }
            }
            try await expectSame(fixture, server)
            let others = "pid <> pg_backend_pid() AND datname = 'mirror'"
            try server.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(others)", database: "mirror")
            #expect(try await fixture.run("sync -q --full").status == .done)
            #expect(try await loader.status == 69)
        }
    }

    @Test("knows a cache by its name, whatever its host is called, and forgets one that is gone for good")
    func hosts() async throws {
        try await withMirror { fixture, clock, server in
            #expect(try load(fixture, server).status == 0)
            try server.query("UPDATE cache SET host = 'elsewhere', token = token", database: "mirror")
            _ = clock.advance()
            #expect(try await fixture.run("sync -q --full").status == .done)
            #expect(try load(fixture, server) == (0, ""))
            #expect(try server.query("SELECT host = 'elsewhere' FROM cache", database: "mirror") == ["f"])
            try await expectSame(fixture, server)
            try server.query("DELETE FROM cache WHERE loaded < now() + interval '1 s'", database: "mirror")
            for table in ["cache", "item", "reach", "fact"] {
                #expect(try server.query("SELECT count(*) FROM \(table)", database: "mirror") == ["0"], "\(table)")
            }
        }
    }

    private struct Section: Decodable {
        let section: String
        let impressions: Int
        let taps: Int
        let low: Double
        let high: Double
    }

    @Test("counts click-through as the cache does, to the digit")
    func clickThrough() async throws {
        try await withMirror { fixture, _, server in
            for line in [
                "scroll ranking 0", "scroll ranking 3 --dwell 2", "scroll photos 2 --dwell 2",
                "scroll photos 5 --dwell 2",
                "tap ranking 0", "tap ranking 2", "tap ranking 2", "tap photos 7", "tap photos 90", "sync -q --full",
                "tap photos 2", "scroll photos 0 --dwell 2", "tap photos 8",
            ] {
                #expect(try await fixture.run(line).status == .done, "\(line)")
            }
            #expect(try load(fixture, server).status == 0)
            let known = try await fixture.run("ctr --json").output
            let lines = try JSONDecoder().decode([Section].self, from: Data(known.utf8))
            let expected = lines.filter { $0.impressions > 0 }.map { line in
                "\(line.section)|\(line.impressions)|\(line.taps)|\(line.low)|\(line.high)"
            }
            let mirrored = try server.query(
                """
                SELECT section, impressions, taps, wilson(taps / impressions::float8, impressions, -1),
                    wilson(taps / impressions::float8, impressions, 1)
                FROM click_through_cache
                """, database: "mirror")
            func numbers(_ lines: [String]) -> [[String]] {
                lines.map { $0.split(separator: "|").map { Double($0).map { "\($0)" } ?? String($0) } }
                    .sorted { $0.joined() < $1.joined() }
            }
            #expect(numbers(mirrored) == numbers(expected) && expected.count >= 2)
            let ends = try server.query(
                """
                SELECT wilson(k / n::float8, n, -1), wilson(k / n::float8, n, 1)
                FROM generate_series(1, 80) AS n, generate_series(0, n) AS k ORDER BY n, k
                """, database: "mirror")
            let intervals = (1...80).flatMap { n in (0...n).map { WilsonInterval(successes: $0, of: n) } }
            #expect(numbers(ends) == numbers(intervals.map { "\($0.low)|\($0.high)" }))
            #expect(
                try server.query("SELECT DISTINCT caches, low IS NULL FROM click_through", database: "mirror") == [
                    "1|t"
                ])
        }
    }
}
