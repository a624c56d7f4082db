import FeedModel
import FeedStore
import TestSupport
import Testing

@testable import FeedCache

@Suite("Looking at the feed without holding its payloads")
struct OutlineObserverTests {
    /// What a change says, with the payloads of every row that it is about.
    private struct Told: Equatable {
        let changes: Changeset
        let gone: [String?]
        let new: [String?]
        let updated: [OffsetPair<String?>]

        init(_ change: OutlinedChange) throws {
            changes = change.changes
            gone = try changes.deletes.map { try change.rowBefore($0).payload }
            new = try changes.inserts.map { try change.rowAfter($0).payload }
            updated = try changes.updates.map {
                OffsetPair(old: try change.rowBefore($0.old).payload, new: try change.rowAfter($0.new).payload)
            }
        }

        init(_ changes: Changeset, _ before: FeedScreen, _ after: FeedScreen) {
            func payload(_ feed: FeedScreen, _ position: RowPosition) -> String {
                feed.sections[position.section].rows[position.row].payload
            }
            self.changes = changes
            gone = changes.deletes.map { payload(before, $0) }
            new = changes.inserts.map { payload(after, $0) }
            updated = changes.updates.map { OffsetPair(old: payload(before, $0.old), new: payload(after, $0.new)) }
        }
    }

    @Test("tells what the whole screens tell, to the byte", arguments: SeededGenerator.seeds(20))
    func laws(seed: UInt64) async throws {
        let screen = try MovingScreen(seed: seed)
        var generator = SeededGenerator(seed: seed)
        var before = FeedScreen(run: nil, sections: [])
        var outline = OutlineObserver(screen.observed)
        for step in 0..<40 {
            try await screen.step()
            guard Bool.random(using: &generator) else { continue }
            let after = try screen.observed.read { try $0.feed() }
            let changes = Changeset(from: before.sections, to: after.sections)
            let expected = changes.isEmpty ? nil : Told(changes, before, after)
            #expect(try outline.look { try Told($0) } == expected, "seed \(seed), step \(step)")
            before = after
        }
    }

    @Test("tells of ads between the items what the whole screens tell")
    func ads() async throws {
        let ads = try AdBench((1...9).map { "\($0)" })
        ads.fill(["A", "B"])
        try await ads.bench.sync()
        var before = try ads.bench.cache.read { try $0.feed() }
        var outline = OutlineObserver(ads.bench.cache)
        try outline.remember()
        func compare(_ count: KeyPath<Changeset, Int>, _ expected: Int) throws {
            let after = try ads.bench.cache.read { try $0.feed() }
            let told = Told(Changeset(from: before.sections, to: after.sections), before, after)
            #expect(try outline.look { try Told($0) } == told)
            #expect(told.changes[keyPath: count] == expected)
            before = after
        }
        try await ads.scroll(0)
        try compare(\.inserts.count, 2)
        ads.bench.change { $0.items.remove(at: 4) }
        try await ads.bench.sync()
        try compare(\.deletes.count, 1)
        _ = try ads.bench.cache.resetAds()
        try compare(\.deletes.count, 2)
    }

    @Test("an item that the arrangement brings itself from now on is the same one while its bytes are")
    func inlineAndListed() {
        let payload = #"{"id":"1"}"#
        let listed = OutlinedRow.listed(key: "1", mark: ContentMark(version: nil, payload: payload))
        let inline = OutlinedRow.whole(.content(index: 0, id: "1", version: nil, payload: payload))
        let versioned = OutlinedRow.listed(key: "1", mark: ContentMark(version: "", payload: payload))
        #expect(listed.identity == inline.identity)
        #expect(listed.hasSameContent(as: inline) && inline.hasSameContent(as: listed))
        #expect(!versioned.hasSameContent(as: inline))
    }

    @Test("says that it no longer knows what an item was, where its history was dropped")
    func pruned() async throws {
        let bench = try Workbench(list: ServerList(style: .none, items: .numbered(1...3)))
        try await bench.sync()
        var observer = OutlineObserver(bench.cache)
        try observer.remember()
        bench.change { $0.items[1].title = "new" }
        for _ in 0..<3 { try await bench.sync(SyncOptions(isFull: true)) }
        _ = try await bench.cache.prune(PruneOptions(syncs: 1))
        let told = try observer.look { try Told($0) }
        #expect(told?.updated.count == 1)
        #expect(told?.updated.first?.old == nil)
        #expect(told?.updated.first?.new?.contains("new") == true)
    }

    @Test("looks in a task that was cancelled, too: what came until then is to be told")
    func cancelled() async throws {
        let bench = try Workbench(list: ServerList(style: .none, items: .numbered(1...3)))
        var observer = OutlineObserver(bench.cache)
        try observer.remember()
        try await bench.sync()
        let count = try await Task { [observer] in
            withUnsafeCurrentTask { $0?.cancel() }
            var observer = observer
            return try observer.look { $0.changes.inserts.count }
        }.value
        #expect(count == 3)
    }

    @Test("reports a change again that could not be told")
    func failure() async throws {
        struct Refused: Error {}
        let bench = try Workbench(list: ServerList(style: .none, items: .numbered(1...3)))
        var observer = OutlineObserver(bench.cache)
        try observer.remember()
        try await bench.sync()
        #expect(throws: Refused.self) { try observer.look { _ in throw Refused() } }
        #expect(try observer.look { $0.changes.inserts.count } == 3)
        #expect(try observer.look { $0.changes.inserts.count } == nil)
    }
}
