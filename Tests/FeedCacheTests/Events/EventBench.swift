import FeedModel
import FeedSource
import Foundation
import Synchronization
import TestSupport

@testable import FeedCache
@testable import FeedStore

/// A cache with a list of three items, a server that takes events, and the clock that both go by.
final class EventBench: Sendable {
    let clock = VirtualClock()
    let server: EventServer
    private let folder: URL
    private let manifest: Manifest
    private let opened: Mutex<FeedEngine>

    /// - Parameter events: the manifest's `[events]` table; nil for none.
    init(events: String? = #"path = "events""#) async throws {
        server = try EventServer(clock: clock)
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        manifest = try Manifest(
            toml: """
                [source]
                name = "test"
                base_url = "https://api.example.com/v1"
                retry = { attempts = 1 }
                \(events.map { "[events]\n\($0)" } ?? "")
                [[collections]]
                name = "list"
                path = "list"
                items = "items"
                id = "id"
                paging = { style = "none" }
                """, file: "feed.toml")
        opened = Mutex(try Self.open(manifest, folder, clock, server))
        _ = try await cache.sync()
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func open(
        _ manifest: Manifest, _ folder: URL, _ clock: VirtualClock, _ server: EventServer
    ) throws -> FeedEngine {
        let dependencies = Dependencies(environment: [:], now: { clock.now }) { source in
            SourceClient(source: source, transport: server.transport, version: "0", clock: clock)
        }
        return try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "feed.db").path, dependencies: dependencies)
    }

    var cache: FeedEngine { opened.withLock(\.self) }

    /// Opens the database again, as another process would.
    func reopen() throws {
        let cache = try Self.open(manifest, folder, clock, server)
        opened.withLock { $0 = cache }
    }

    /// Notes taps on rows of the list, one after another but in one transaction, and gives the keys.
    @discardableResult
    func tap(_ count: Int) throws -> [String] {
        let database = cache.database
        let source = try database.source(named: "test").id
        try database.writeStamped { db, stamp in
            let table = EventTable(db: db, source: source, stamp: stamp)
            for row in (0..<count).map({ $0 % 3 }) {
                let tap = FeedEvent(
                    kind: .tap, section: "list", target: .item("\(row + 1)"), row: row, at: clock.now)
                try table.note(tap, run: 1, isOutgoing: true)
            }
        }
        return try cache.read { try $0.reader.events(isPending: false, limit: count) }.map(\.key)
    }

    /// Flushes in a task that the server's script can cancel.
    func flushCancellably() async throws -> DeliveryReport {
        let (start, go) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in start { break }
            return try await self.cache.flush()
        }
        server.edit { $0.cancel = { task.cancel() } }
        go.yield()
        defer { server.edit { $0.cancel = nil } }
        return try await task.value
    }

    var outbox: OutboxState {
        get throws { try cache.read { try $0.reader.outbox() } }
    }

    var states: [EventRecord.State] {
        get throws { try cache.read { try $0.reader.events(isPending: false, limit: .max) }.map(\.state) }
    }

    var counted: [String] { server.ledger.map(\.key) }
}
