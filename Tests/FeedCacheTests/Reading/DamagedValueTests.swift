import FeedMock
import FeedModel
import FeedSource
import FeedStream
import Foundation
import TestSupport
import Testing

@testable import FeedCache
@testable import FeedStore

/// A turned bit makes a value of a type or size that its column cannot have: each column in turn.
@Suite("A value that its column cannot have", .serialized)
struct DamagedValueTests {
    private static let values = ["x'FF'", "'x'", "NULL", "9223372036854775807", "-9223372036854775808", "1.5"]
    /// One value in so many is tried; all of them in the long tests.
    private static let step = Soak.isOn ? 1 : 41

    @Test("is an error of the database, or is read past, and ends no process")
    func values() async throws {
        let folder = try TemporaryFolder()
        var configuration = MockConfiguration()
        configuration.sizes = ListSizes(all: 30)
        let mock = try MockServer(configuration)
        let seed = folder.path("seed.db")
        try await Self.fill(Self.engine(seed, mock), mock)
        let columns = try Self.columns(of: seed)
        #expect(columns.count > 100)
        let cases = columns.flatMap { column in Self.values.map { (column, $0) } }
        for (number, (column, value)) in cases.enumerated() where number % Self.step == 0 {
            let path = folder.path("case.db")
            try FileManager.default.copyItem(atPath: seed, toPath: path)
            try Self.set(column, to: value, in: path)
            await Self.useAll(try? Self.engine(path, mock), "\(column.table).\(column.name) = \(value)")
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
    }

    private static func engine(_ path: String, _ mock: MockServer) throws -> FeedEngine {
        let manifest = try Manifest(
            toml: Manifest.gourmetText(baseURL: "http://mock.test/api/mock/v1/gourmet"), file: "m")
        return try FeedEngine(
            manifest: manifest, databasePath: path,
            dependencies: .live([:], source: manifest.source, transport: MockTransport(mock: mock)))
    }

    /// Rows in every table.
    private static func fill(_ engine: FeedEngine, _ mock: MockServer) async throws {
        for _ in 0..<3 {
            _ = try await engine.sync(SyncOptions(allowsShrink: true))
            mock.clock.advance(by: 4)
        }
        let scroll = try engine.scroll(section: "articles")
        for _ in 0..<3 { _ = try await scroll.move(by: 4, height: 5) }
        _ = try engine.tap(section: "articles", row: 0)
        engine.close()
    }

    /// Every way to read, a sync and a tap. What they throw is one of our errors.
    private static func useAll(_ engine: FeedEngine?, _ comment: Comment) async {
        guard let engine else { return }
        let reads: [(FeedSnapshot) throws -> Void] = [
            { _ = try $0.status() }, { _ = try $0.reader.runs(limit: .max) },
            { _ = try $0.reader.problems(collection: nil, limit: .max) },
            { _ = try $0.reader.sectionRevisions(limit: 9) }, { _ = try $0.feed(of: .feed, windows: FeedWindows()) },
            { _ = try $0.feed(asOf: 1) }, { _ = try $0.reader.outbox() },
            { _ = try $0.reader.events(isPending: false, limit: .max) },
            { _ = try $0.list("photos").keys() }, { _ = try $0.list("photos").removed(offset: 0, limit: 99) },
            { _ = try $0.list("articles").window(offset: 7, limit: 9) }, { try $0.list("photos").scan { _ in } },
            { _ = try $0.record(of: $0.list("photos").keys().last ?? "", in: "photos") },
            { _ = try $0.ads(of: $0.section("articles")) }, { _ = try $0.explain($0.section("articles"), row: 2) },
            { _ = try $0.clickThrough(by: .item) }, { _ = try $0.compareSections("articles", "photos") },
            { _ = try $0.recency() }, { _ = try $0.reader.snapshot.checkIntegrity() },
        ]
        for read in reads { await attempt(comment) { try engine.read(read) } }
        await attempt(comment) {
            var messages = engine.messages().makeAsyncIterator()
            while try await messages.nextChunk() != nil {}
        }
        await attempt(comment) { _ = try await engine.scroll(section: "articles").move(by: 3, height: 5) }
        await attempt(comment) { _ = try engine.tap(section: "articles", row: 1) }
        await attempt(comment) { _ = try await engine.sync() }
        await attempt(comment) {
            _ = try await engine.prune(PruneOptions(removedItems: .seconds(0), events: .seconds(0), syncs: 1))
        }
        engine.close()
    }

    private static func attempt(_ comment: Comment, _ body: () async throws -> Void) async {
        do { try await body() } catch { #expect(error is any ReportableError, comment) }
    }

    // MARK: The file

    private static func columns(of path: String) throws -> [(table: String, name: String)] {
        let text = try PlainConnection(path: path, .reading).text(
            """
            SELECT group_concat(made.name || ' ' || info.name, ',')
            FROM sqlite_schema AS made JOIN pragma_table_info(made.name) AS info
            WHERE made.type = 'table' AND made.name NOT GLOB 'sqlite_*'
            """)
        return (text ?? "").split(separator: ",").map { pair in
            let words = pair.split(separator: " ").map(String.init)
            return (words[0], words[1])
        }
    }

    /// Sets a column of all rows, whatever the schema says.
    private static func set(_ column: (table: String, name: String), to value: String, in path: String) throws {
        let connection = try PlainConnection(path: path, .tidying)
        try connection.execute(
            """
            PRAGMA ignore_check_constraints = ON;
            PRAGMA writable_schema = ON;
            CREATE TEMP TABLE kept AS SELECT name, sql FROM sqlite_master;
            UPDATE sqlite_master SET sql = replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')');
            UPDATE sqlite_master SET sql = replace(replace(sql, 'TEXT NOT NULL', 'TEXT'), 'INTEGER NOT NULL', 'INTEGER');
            PRAGMA writable_schema = RESET
            """)
        do {
            try connection.execute("UPDATE OR IGNORE \"\(column.table)\" SET \"\(column.name)\" = \(value)")
        } catch {
            // SQLITE_MISMATCH: what is a row's own number can be nothing else.
            guard error.resultCode.rawValue == 20 else { throw error }
        }
        try connection.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = (SELECT sql FROM kept WHERE kept.name = sqlite_master.name);
            PRAGMA writable_schema = RESET
            """)
    }
}
