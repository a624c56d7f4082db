import FeedSchema
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite(
    "The lists of a mirror in PostgreSQL", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLListTests {
    /// A list as the loader leaves it: on pages of the server, or where `kept` says in walks that are over.
    private static func insert(_ cache: String, items: Int) -> String {
        """
        INSERT INTO cache (cache, host, token, snapshot, is_complete) VALUES ('\(cache)', 'h', 't', 1, true);
        INSERT INTO item (cache, source, account, collection, id, snapshot, change, live, version_order, is_page, number,
            part, rank, position, time_ms, body)
        SELECT '\(cache)', 's', '', 'list', i, 1, i, true, '', true, i / 100, 0, i % 100, ARRAY[i / 100, 0, 0, i % 100], i, '{}'
        FROM generate_series(0, \(items - 1)) AS i;
        INSERT INTO fact (cache, type, source, account, collection, id, snapshot, change, body)
        VALUES ('\(cache)', 'collection', 's', '', 'list', '', 1, 1, '{"last_success":"2026-01-0\(cache)T00:00:00Z"}');
        """
    }

    @Test("give their first items without a look at the others", arguments: ["feed_list", "cache_list"])
    func first(view: String) throws {
        let server = try PostgreSQLServer()
        try server.makeMirror("mirror", schema: FeedSchema.postgreSQLMirror)
        for (cache, items) in [("1", 300), ("2", 50_000), ("3", 300)] {
            try server.query(Self.insert(cache, items: items), database: "mirror")
        }
        try server.query("ANALYZE", database: "mirror")
        let query = "SELECT id FROM \(view) WHERE collection = 'list' ORDER BY position LIMIT 10"
        let plan = try server.query("EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) \(query)", database: "mirror")
        #expect(plan.contains { $0.contains("item_order") }, "\(plan.joined(separator: "\n"))")
        let read = plan.filter { $0.contains("on item") }.compactMap { line in
            line.firstMatch(of: /rows=(\d+)/).flatMap { Int($0.1) }
        }
        #expect(!read.isEmpty && read.allSatisfy { $0 < 100 }, "\(plan.joined(separator: "\n"))")
        let expected =
            view == "feed_list" ? (0..<10).map { "\($0)" } : ["0", "0", "0", "1", "1", "1", "2", "2", "2", "3"]
        #expect(try server.query(query, database: "mirror") == expected)
    }

    /// The order of a list as the stream has it: walks, the latest first, then numbers, parts and ranks; a page belongs to the
    /// latest walk that has read so far.
    private static let law = """
        SELECT item.id FROM item WHERE live ORDER BY coalesce(item.walk, (
            SELECT max(reach.walk) FROM reach WHERE reach.pages >= item.number)) DESC, number, part, rank
        """

    @Test("are in the order of the stream, whatever walks have read and whatever stays in them")
    func order() throws {
        let server = try PostgreSQLServer()
        try server.makeMirror("mirror", schema: FeedSchema.postgreSQLMirror)
        for seed in SeededGenerator.seeds(60) {
            var generator = SeededGenerator(seed: seed)
            try server.query("TRUNCATE item, reach", database: "mirror")
            let walks = (1...Int.random(in: 1...5, using: &generator)).map { walk in
                "('c', 's', '', 'list', \(walk), 1, 1, \(Int.random(in: 1...9, using: &generator)))"
            }
            let pages = (1...9).map { number in
                "('c', 's', '', 'list', 'p\(number)', 1, 1, true, '', true, NULL, \(number), 0, 0, ARRAY[\(number), 0, 0, 0], 1)"
            }
            let kept = (0..<Int.random(in: 1...12, using: &generator)).map { index in
                let (walk, number) = (
                    Int.random(in: 1...6, using: &generator), Int.random(in: -2...12, using: &generator)
                )
                return
                    "('c', 's', '', 'list', 'k\(index)', 1, 1, true, '', false, \(walk), \(number), 1, \(index), NULL, 1)"
            }
            try server.query(
                """
                INSERT INTO reach VALUES \(walks.joined(separator: ", "));
                INSERT INTO item (cache, source, account, collection, id, snapshot, change, live, version_order, is_page, walk,
                    number, part, rank, position, time_ms)
                VALUES \((pages + kept).joined(separator: ", "));
                DELETE FROM item WHERE is_page AND number > (SELECT max(pages) FROM reach);
                SELECT feed_place('c', '[{"source":"s","account":"","collection":"list"}]');
                """, database: "mirror")
            let mine = try server.query("SELECT id FROM cache_list ORDER BY position", database: "mirror")
            #expect(try server.query(Self.law, database: "mirror") == mine, "FEEDCACHE_SEED=\(seed)")
        }
    }
}
