import FeedSchema
import Foundation
import TestSupport
import Testing

@testable import FeedShell
@testable import FeedStore

@Suite(
    "A mirror in PostgreSQL that thinks in another encoding", .serialized,
    .enabled(if: PostgreSQLServer.programs != nil, "\(PostgreSQLServer.missing)"),
    .timeLimit(.minutes(10)))
struct PostgreSQLEncodingTests: MirrorTesting {
    private static let body = #"{"id":"é","title":"Käsekuchen 寿司 🍣 \u0000"}"#

    private func nameFood(_ fixture: ShellFixture) throws {
        let database = try FeedDatabase(path: fixture.folder.appending(path: "feed.db").path)
        try database.writeStamped { db, stamp in
            let change = try stamp.number()
            let item = "SELECT min(id) FROM item WHERE collection = (SELECT id FROM collection WHERE name = 'photos')"
            try db.execute(
                sql: "UPDATE item SET key = 'é', payload = ?, change = ? WHERE id = (\(item))",
                arguments: [Self.body, change])
            try db.execute(
                sql: "UPDATE page SET change = ? WHERE id IN (SELECT page FROM item WHERE change = ?)",
                arguments: [change, change])
        }
    }

    @Test("has the text of the cache, whatever the client takes it for", arguments: ["LATIN1", "SQL_ASCII", "SJIS"])
    func client(encoding: String) async throws {
        try await withMirror { fixture, _, server in
            try nameFood(fixture)
            #expect(try load(fixture, server, variables: ["PGCLIENTENCODING": encoding, "LC_ALL": "C"]).status == 0)
            let bodies = try server.query("SELECT body FROM item WHERE id = 'é'", database: "mirror")
            #expect(bodies == [Self.body])
            try await expectSame(fixture, server)
        }
    }

    @Test("is refused by a database that is not in UTF-8, and so is a batch", arguments: ["SQL_ASCII", "LATIN1"])
    func server(encoding: String) async throws {
        try await withMirror { fixture, _, server in
            try nameFood(fixture)
            try server.query(
                "CREATE DATABASE other ENCODING '\(encoding)' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
                database: "postgres")
            let error = #expect(throws: ForeignProgram.Failure.self) {
                try server.query(FeedSchema.postgreSQLMirror, database: "other")
            }
            #expect(error?.output.contains("ENCODING 'UTF8'") == true, "\(String(describing: error))")
            #expect(try server.query("SELECT to_regclass('cache') IS NULL", database: "other") == ["t"])
            // A mirror that was made before, by a dump of another one.
            try server.query(
                "CREATE TABLE feed_mirror (version integer); INSERT INTO feed_mirror VALUES (4)", database: "other")
            let loaded = try load(fixture, server, variables: ["PGDATABASE": "other"])
            #expect(loaded.status == 65 && loaded.output.contains(encoding), "\(loaded)")
        }
    }
}
