import FeedMock
import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite(
    "A batch for PostgreSQL that is cut", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLCutTests: MirrorTesting {
    private static let newline = UInt8(ascii: "\n")
    private static let columns = FeedMessage.columns.joined(separator: ", ")

    /// Loads a file cut after each of these counts of bytes, in one session.
    ///
    /// - Returns: what the loads that were not refused came to, then how many caches there are in the end.
    private func load(
        _ file: URL, cutAfter cuts: [Int], _ server: PostgreSQLServer
    ) throws -> [String] {
        let attempts = cuts.map { cut in
            """
            BEGIN;
            CALL feed_open();
            \\copy feed_batch (\(Self.columns)) FROM PROGRAM 'head -c \(cut) \(file.path)' (FORMAT csv, HEADER)
            SELECT 'cut \(cut) ' || feed_load('');
            COMMIT;

            """
        }
        return try server.query(
            """
            \\set ON_ERROR_STOP off
            SET client_min_messages = panic;
            \(attempts.joined())
            SELECT 'caches ' || count(*) FROM cache;

            """, database: "mirror"
        ).filter { $0.hasPrefix("cut ") || $0.hasPrefix("caches ") }
    }

    /// Cut after bytes of the first line of each type, and within every line.
    @Test("lands whole or not at all, wherever it is cut")
    func bytes() async throws {
        try await withMirror(sizes: ListSizes(all: 160)) { fixture, _, server in
            let csv = Array(try await fixture.run("changes --format csv").output.utf8)
            let file = fixture.folder.appending(path: "batch.csv")
            try Data(csv).write(to: file)
            let ends = csv.indices.filter { csv[$0] == Self.newline }.map { $0 + 1 }
            #expect(ends.count > 900 && ends.last == csv.count)
            var generator = SeededGenerator(seed: 1)
            var types: Set<[UInt8]> = []
            var cuts = Array(0..<ends[0])
            for (start, end) in zip(ends, ends.dropFirst()) {
                let isFirst = types.insert(csv[start...].prefix { $0 != UInt8(ascii: ",") }.map(\.self)).inserted
                if isFirst { cuts += start..<end } else { cuts.append(Int.random(in: start..<end, using: &generator)) }
            }
            cuts.removeAll { $0 >= csv.count - 2 }
            #expect(types.count > 5 && cuts.count > 2_000, "\(types.count) types, \(cuts.count) cuts")
            cuts = Soak.calls(cuts.count, sample: 600).map { cuts[$0 - 1] }
            #expect(try load(file, cutAfter: cuts, server) == ["caches 0"])
            // The end of the last line, CR LF, is no part of what it says.
            #expect(try load(file, cutAfter: [csv.count - 2], server) == ["cut \(csv.count - 2) complete", "caches 1"])
            try await expectSame(fixture, server)
        }
    }

    @Test("lands whole or not at all, cut after each of a thousand lines, or without one of them")
    func lines() async throws {
        try await withMirror(sizes: ListSizes(all: 160)) { fixture, _, server in
            let csv = try await fixture.run("changes --format csv").output
            let file = fixture.folder.appending(path: "batch.csv")
            try Data(csv.utf8).write(to: file)
            let outcome = try server.query(
                """
                BEGIN;
                CALL feed_open();
                CREATE TEMPORARY TABLE whole (LIKE feed_batch);
                \\copy feed_batch (\(Self.columns)) FROM '\(file.path)' (FORMAT csv, HEADER)
                INSERT INTO whole SELECT * FROM feed_batch;
                CREATE FUNCTION attempt(first bigint, final bigint, without bigint) RETURNS text LANGUAGE plpgsql AS $$
                BEGIN
                    TRUNCATE feed_batch;
                    INSERT INTO feed_batch OVERRIDING SYSTEM VALUE
                    SELECT * FROM whole WHERE n BETWEEN first AND final AND n IS DISTINCT FROM without ORDER BY n;
                    RETURN feed_load('');
                EXCEPTION WHEN raise_exception THEN
                    RETURN 'refused';
                END $$;
                SELECT count(*) > 900 FROM whole;
                SELECT attempt(1, n - 1, NULL), count(*) FROM whole GROUP BY 1;
                SELECT attempt(n + 1, (SELECT max(n) FROM whole), NULL), count(*) FROM whole WHERE n % 20 = 1 GROUP BY 1;
                SELECT attempt(1, (SELECT max(n) FROM whole), n), count(*) FROM whole WHERE n % 20 = 1 GROUP BY 1;
                SELECT count(*) FROM cache;
                SELECT attempt(1, (SELECT max(n) FROM whole), NULL);
                COMMIT;
                """, database: "mirror")
            #expect(outcome.count == 6, "\(outcome)")
            #expect(outcome.first == "t" && outcome.suffix(2) == ["0", "complete"], "\(outcome)")
            #expect(outcome.dropFirst().dropLast(2).allSatisfy { $0.hasPrefix("refused|") }, "\(outcome)")
            try await expectSame(fixture, server)
        }
    }
}
