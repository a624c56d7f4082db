import FeedMock
import FeedModel
import FeedSchema
import Foundation
import TestSupport
import Testing

@testable import FeedShell

/// What tests of a mirror in PostgreSQL have in common.
protocol MirrorTesting {}

extension MirrorTesting {
    /// A cache of its own, and the loader for it.
    ///
    /// - Parameter sizes: how long the server's lists are.
    func withMirror(
        sizes: ListSizes = .standard, _ body: (ShellFixture, WorldClock, PostgreSQLServer) async throws -> Void
    ) async throws {
        let server = try PostgreSQLServer()
        try server.makeMirror("mirror", schema: FeedSchema.postgreSQLMirror)
        let clock = WorldClock.manual()
        var configuration = MockConfiguration()
        configuration.clock = clock
        configuration.sizes = sizes
        try await withMockServer(configuration) { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync -q").status == .done)
            try await body(fixture, clock, server)
        }
    }

    func load(
        _ fixture: ShellFixture, _ server: PostgreSQLServer, _ arguments: String..., database: String? = nil,
        variables: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        try Self.load(arguments, environment(fixture, server, database: database).merging(variables) { $1 })
    }

    static func load(
        _ arguments: [String], _ environment: [String: String]
    ) throws -> (status: Int32, output: String) {
        try ForeignProgram.run(
            ProgramBinary.url.path, ["changes", "--to", "postgresql://"] + arguments, environment: environment)
    }

    func environment(
        _ fixture: ShellFixture, _ server: PostgreSQLServer, database: String? = nil
    ) -> [String: String] {
        var environment = server.environment(database: "mirror")
        environment["FEEDCACHE_DB"] = database ?? fixture.folder.appending(path: "feed.db").path
        environment["FEEDCACHE_SOURCE"] = fixture.folder.appending(path: "feed.toml").path
        environment["HOME"] = fixture.folder.path
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return environment
    }

    /// The mirror of a cache has the lists that `export` prints, to the byte and in order.
    func expectSame(
        _ fixture: ShellFixture, _ server: PostgreSQLServer, database: String? = nil, cache: String? = nil,
        account: String? = nil
    ) async throws {
        let options = database.map { " --db \($0)" } ?? ""
        for list in ["photos", "articles", "keywords"] {
            let exported = try await fixture.run("export \(list)\(options)").output.split(separator: "\n").map { line in
                String(line.split(separator: "\"payload\":", maxSplits: 1)[1].dropLast())
            }
            let condition =
                (cache.map { "AND cache = '\($0)' " } ?? "") + (account.map { "AND account = '\($0)'" } ?? "")
            let mirrored = try server.query(
                "SELECT body FROM cache_list WHERE collection = '\(list)' \(condition) ORDER BY position",
                database: "mirror")
            #expect(mirrored == exported, "\(list)")
        }
    }

    /// All that is kept, as one number.
    func checksum(_ server: PostgreSQLServer) throws -> [String] {
        let columns = [
            "item": "source, collection, id, change, live, version, version_order, walk, number, part, rank, body",
            "reach": "source, collection, walk, change, pages",
            "fact": "type, source, collection, id, change, version, time_ms, body",
        ]
        return try columns.sorted { $0.key < $1.key }.flatMap { table, columns in
            try server.query(
                """
                SELECT md5(string_agg(line, ' ' ORDER BY line COLLATE "C"))
                FROM (SELECT concat_ws('|', \(columns)) AS line FROM \(table)) AS lines
                """, database: "mirror")
        }
    }
}
