import FeedMock
import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite(
    "A mirror in PostgreSQL that fails in the middle", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLFaultTests: MirrorTesting {
    private static let batch = 40

    /// What is mirrored: how far it is, and all rows as one number.
    private struct State: Hashable {
        let place: String
        let sum: String

        init(token: String, sum: String) throws {
            // The number of a snapshot is the time, and part of the token.
            let token = try ChangeToken(text: token)
            place = "\(token.base) \(token.position) \(token.event)"
            self.sum = sum
        }
    }

    /// Notes what is there at every commit.
    private static let notes = """
        CREATE FUNCTION mirror_sum() RETURNS text LANGUAGE sql AS $$
            SELECT md5(coalesce(string_agg(line, ' ' ORDER BY line COLLATE "C"), '')) FROM (
                SELECT concat_ws('|', 'item', source, collection, id, change, live, version, walk, number, part, rank, body)
                FROM item
                UNION ALL SELECT concat_ws('|', 'reach', source, collection, walk, change, pages) FROM reach
                UNION ALL SELECT concat_ws('|', type, source, collection, id, change, version, time_ms, body) FROM fact
            ) AS rows (line)
        $$;
        CREATE TABLE noted (token text PRIMARY KEY, sum text NOT NULL);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO noted VALUES (NEW.token, mirror_sum()) ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER note AFTER INSERT OR UPDATE ON cache DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION note();
        """

    private static func states(_ rows: [String]) throws -> Set<State> {
        try Set(
            rows.map { row in
                let fields = row.split(separator: "|")
                return try State(token: String(fields[0]), sum: String(fields[1]))
            })
    }

    /// A mirror of which every whole batch is known.
    private func withKnownBatches(
        _ body: (ShellFixture, PostgreSQLServer, Set<State>) async throws -> Void
    ) async throws {
        try await withMirror { fixture, clock, server in
            for _ in 0..<4 {
                _ = clock.advance(by: 9)
                #expect(try await fixture.run("sync -q --full --allow-shrink").status == .done)
            }
            try server.query(Self.notes, database: "mirror")
            #expect(try load(fixture, server, "--batch", "\(Self.batch)").status == 0)
            let known = try Self.states(try server.query("SELECT token, sum FROM noted", database: "mirror"))
            #expect(known.count > 4)
            try server.query("DROP TRIGGER note ON cache; DELETE FROM cache", database: "mirror")
            try await body(fixture, server, known)
            #expect(try load(fixture, server).status == 0)
            try await expectSame(fixture, server)
        }
    }

    /// There is nothing, or exactly what a batch has left.
    ///
    /// - Returns: the state; nil where there is nothing.
    @discardableResult
    private func expectWholeBatch(
        _ server: PostgreSQLServer, _ known: Set<State>, _ what: String
    ) throws -> State? {
        let rows = try server.query("SELECT token, mirror_sum() FROM cache", database: "mirror")
        guard !rows.isEmpty else {
            let count = try server.query(
                "SELECT (SELECT count(*) FROM item) + (SELECT count(*) FROM reach) + (SELECT count(*) FROM fact)",
                database: "mirror")
            #expect(count == ["0"], "\(what)")
            return nil
        }
        let state = try #require(try Self.states(rows).first)
        #expect(known.contains(state), "\(what): \(state)")
        return state
    }

    @Test("has rows and token of one batch wherever psql or its loader is killed, and goes on there")
    func kills() async throws {
        try await withKnownBatches { fixture, server, known in
            let killed = try KilledLoader(in: fixture.folder)
            let plain = environment(fixture, server)
            let points = [
                0, 1, 60, 130, 200, 500, 700, 800, 900, 1_500, 4_000, 9_000, 15_000, 16_500, 18_000, 20_000, 25_000,
                33_000,
                40_000, 50_000,
            ]
            var reached: Set<State> = []
            for victim in KilledLoader.Victim.allCases {
                for point in points {
                    func attempt() throws -> Int32 {
                        let environment = killed.environment(plain, killing: victim, after: point)
                        return try Self.load(["--batch", "\(Self.batch)"], environment).status
                    }
                    var status = try attempt()
                    if status == 0 {
                        // There was less to load than that.
                        try server.query("DELETE FROM cache", database: "mirror")
                        status = try attempt()
                    }
                    #expect(status == (victim == .psql ? 74 : SIGKILL), "\(victim), byte \(point)")
                    if let state = try expectWholeBatch(server, known, "\(victim), byte \(point)") {
                        reached.insert(state)
                    }
                }
            }
            // How many depends on how fast the machine is.
            #expect(reached.count > 1)
        }
    }

    /// Has the server fail at the n-th row that is written, in the way that the connection names.
    private static let failures = """
        CREATE SEQUENCE written;
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF nextval('written') = current_setting('failing.row', true)::bigint THEN
                IF current_setting('failing.how') = 'ended' THEN
                    PERFORM pg_terminate_backend(pg_backend_pid());
                ELSE
                    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
                END IF;
            END IF;
            RETURN coalesce(NEW, OLD);
        END $$;
        CREATE TRIGGER fail BEFORE INSERT OR UPDATE OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION fail();
        CREATE TRIGGER fail BEFORE INSERT OR UPDATE OR DELETE ON reach FOR EACH ROW EXECUTE FUNCTION fail();
        CREATE TRIGGER fail BEFORE INSERT OR UPDATE OR DELETE ON fact FOR EACH ROW EXECUTE FUNCTION fail();
        CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON cache FOR EACH ROW EXECUTE FUNCTION fail();
        """

    @Test(
        "has rows and token of one batch at whatever row the server has no room or ends the connection",
        arguments: [("full", 74), ("ended", 69)] as [(String, Int32)])
    func failingRows(how: String, code: Int32) async throws {
        try await withKnownBatches { fixture, server, known in
            try server.query(Self.failures, database: "mirror")
            for row in [1, 2, 3, 20, 41, 42, 43, 60, 83, 100, 150, 200, 230] {
                try server.query("DELETE FROM cache; ALTER SEQUENCE written RESTART", database: "mirror")
                let options = ["PGOPTIONS": "-c failing.how=\(how) -c failing.row=\(row)"]
                let ending = try load(fixture, server, "--batch", "\(Self.batch)", variables: options)
                #expect(ending.status == code, "\(row): \(ending)")
                try expectWholeBatch(server, known, "\(how) at row \(row)")
            }
        }
    }

    @Test("keeps its token where the files of the server cannot grow, and goes on there when they can")
    func noRoom() async throws {
        try await withMirror { fixture, _, server in
            #expect(try load(fixture, server).status == 0)
            // Nothing makes these smaller.
            var generator = SeededGenerator(seed: 1)
            let bytes = (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let body = #"["\#(Data(bytes).base64EncodedString())"]"#
            let database = try FeedDatabase(path: fixture.folder.appending(path: "feed.db").path)
            for index in 0..<20 {
                try database.writeStamped { db, stamp in
                    let change = try stamp.number()
                    try db.execute(
                        sql: """
                            UPDATE item SET payload = ?, change = ? WHERE id = (SELECT min(id) + ? FROM item
                            WHERE collection = (SELECT id FROM collection WHERE name = 'photos'))
                            """, arguments: [body, change, index])
                    try db.execute(
                        sql: """
                            UPDATE page SET change = ? WHERE id = (SELECT page FROM item WHERE change = ?)
                            """, arguments: [change, change])
                }
            }
            let before = try checksum(server)
            // As much as a segment of the log takes.
            try server.limitFiles(to: 16 << 20)
            let full = try load(fixture, server)
            #expect(full.status == 74 && full.output.contains("File too large"), "\(full)")
            #expect(try checksum(server) == before)
            try server.limitFiles(to: nil)
            #expect(try load(fixture, server).status == 0)
            try await expectSame(fixture, server)
        }
    }
}
