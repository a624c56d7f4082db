import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("The change stream")
struct ChangeReaderTests {
    /// How many worlds of each length are lived; `FEEDCACHE_WORLDS` asks for more.
    private static let count = Soak.seeds("FEEDCACHE_WORLDS", sample: 15)

    @Test("a mirror holds what the cache holds at every complete state, in every world", arguments: [30, 60, 120])
    func worlds(steps: Int) throws {
        for seed in SeededGenerator.seeds(Self.count) {
            let world = try ChangeWorld(seed: seed)
            do {
                try world.live(steps: steps)
            } catch {
                Issue.record("FEEDCACHE_SEED=\(seed), \(steps) steps: \(error)")
                return
            }
            #expect(world.completeStates > 0)
        }
    }

    private func reader(_ database: FeedDatabase, after token: ChangeToken? = nil) -> ChangeReader {
        ChangeReader(database, after: token, program: "test", host: "h") { Instant(seconds: 9) }
    }

    @Test("a file that was put back while a snapshot was read is seen by what the reader saw last")
    func putBackInSnapshot() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
        let copy = fixture.folder.appending(path: "copy.db").path
        try fixture.database.backup(to: copy)
        for version in 2...9 { try fixture.writeDelta([TestItem("3", version: version)]) }
        var first = reader(fixture.database)
        var chunk = try first.next(ChangeReader.Limits(lines: 1))
        while chunk.token == nil { chunk = try first.next(ChangeReader.Limits(lines: 1)) }
        let token = try #require(chunk.token)
        let ahead = try fixture.database.read { try StreamState($0.db).change }
        #expect(token.position < ahead && token.head == ahead && !chunk.isComplete)

        // What went by while the file was the copy is forgotten, and its changes are as many by now.
        let path = fixture.folder.appending(path: "other.db").path
        try FileManager.default.copyItem(atPath: copy, toPath: path)
        let other = try FeedDatabase(path: path)
        let source = try other.source(named: "test")
        var run = try RunStore.begin(.sync, of: source, process: 1, now: fixture.now)
        let (page, items) = TestItem.listPage(
            [TestItem("1", version: 5, isTombstone: true)], sequence: fixture.nextSequence())
        _ = try source.collection(named: "list").walk(in: run.id)
            .writeDelta(page, items, place: .tail, now: fixture.now)
        for _ in 0..<12 { run = try RunStore.begin(.sync, of: source, process: 1, now: fixture.now) }
        _ = try other.prune(PruneOptions(removedItems: .seconds(0), syncs: 1), now: Instant(seconds: 1_000))
        #expect(try other.read { try StreamState($0.db) }.change > ahead)
        var second = reader(other, after: token)
        #expect(try second.next().reason == .forked)
    }

    @Test("a token follows all that was told, also where the time of a chunk is over at once and nothing is new")
    func slow() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
        func read(after token: ChangeToken?) throws -> ChangeToken {
            var reader = reader(fixture.database, after: token)
            var last = try reader.next(ChangeReader.Limits(seconds: 0))
            while !last.isComplete {
                let chunk = try reader.next(ChangeReader.Limits(seconds: 0))
                if chunk.isEmpty { break }
                last = chunk
            }
            return try #require(last.token)
        }
        let token = try read(after: nil)
        #expect(try read(after: token) == token)
    }

    @Test("an event that was lost when the file was put back is no reason to miss the next one")
    func putBackAfterEvent() throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"]])
        let copy = fixture.folder.appending(path: "copy.db").path
        try fixture.database.backup(to: copy)
        func note(_ key: String, in database: FeedDatabase) throws -> String {
            let event = FeedEvent(kind: .tap, section: "s", target: .item(ItemID(key)), row: 0, at: fixture.now)
            return try #require(try database.source(named: "test").outbox.note(event, run: 1)).key
        }
        _ = try note("1", in: fixture.database)
        var first = reader(fixture.database)
        let chunk = try first.next()
        #expect(chunk.isComplete && chunk.lines.contains { $0.kind == .event })

        let other = try FeedDatabase(path: copy)
        let key = try note("2", in: other)
        var second = reader(other, after: chunk.token)
        let next = try second.next()
        #expect(next.reason == .forked && next.lines.contains { $0.kind == .event && $0.id == key })
    }

    @Test("a run that was pruned is told when the file is put back to before that", arguments: [false, true])
    func putBackBeforePrune(isWrittenTo: Bool) throws {
        let fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"]])
        let pruned = fixture.run.id
        try fixture.nextRun()
        let copy = fixture.folder.appending(path: "copy.db").path
        try fixture.database.backup(to: copy)
        #expect(try fixture.database.prune(PruneOptions(syncs: 1), now: fixture.now).runs == 1)
        var first = reader(fixture.database)
        let chunk = try first.next()
        #expect(chunk.isComplete && !chunk.lines.contains { $0.kind == .run && $0.id == "\(pruned)" })

        let other = try FeedDatabase(path: copy)
        if isWrittenTo { _ = try RunStore.begin(.sync, of: other.source(named: "test"), process: 1, now: fixture.now) }
        var second = reader(other, after: chunk.token)
        let next = try second.next()
        #expect(next.reason == .forked && next.lines.contains { $0.kind == .run && $0.id == "\(pruned)" })
    }

    @Test("a chunk of removed items ends at its limit of bytes")
    func removedItems() throws {
        let fixture = try StoreFixture()
        let ids = (0..<20).map { "i\($0)" }
        let state = try fixture.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: fixture.now)
        let items = ids.map { TestItem($0, title: String(repeating: "t", count: 500)) }
        try fixture.write(items, page: 1, of: 1, walk: state.number)
        _ = try fixture.walk.finish(
            walk: state.number, WalkFinishOptions(sequence: fixture.nextSequence()), now: fixture.now)
        try fixture.walkTwice([["other"]], allowsShrink: true)
        var reader = reader(fixture.database)
        var removed: [String] = []
        while true {
            let chunk = try reader.next(ChangeReader.Limits(bytes: 1_500, seconds: 60))
            let ids = chunk.lines.filter { $0.kind == .item && $0.isLive == false }.compactMap(\.id)
            #expect(ids.count <= 3)
            removed += ids
            if chunk.isComplete { break }
        }
        #expect(removed.sorted() == ids.sorted())
    }

    @Test("a database of an earlier program is told whole, under a name that stays")
    func earlierSchema() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("feed.db")
        try ReleasedDatabase.write(to: path, version: ReleasedDatabase.version)
        let database = try FeedDatabase(path: path)
        try database.prepareForChanges()
        var first = reader(database)
        let chunk = try first.next()
        #expect(chunk.isComplete && chunk.reason == .new)
        #expect(chunk.lines.count { $0.kind == .item } == 18 && chunk.lines.contains { $0.kind == .event })
        var second = reader(try FeedDatabase(path: path), after: chunk.token)
        #expect(try second.next().lines.map(\.kind) == [.hello, .state])
    }
}
