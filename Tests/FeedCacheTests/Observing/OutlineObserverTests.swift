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

        init(_ changes: Changeset, _ before: ComposedFeed, _ after: ComposedFeed) {
            func payload(_ feed: ComposedFeed, _ position: RowPosition) -> String {
                feed.sections[position.section].rows[position.row].payload
            }
            self.changes = changes
            gone = changes.deletes.map { payload(before, $0) }
            new = changes.inserts.map { payload(after, $0) }
            updated = changes.updates.map { OffsetPair(old: payload(before, $0.old), new: payload(after, $0.new)) }
        }
    }

    @Test("tells what an observer that holds everything tells, to the byte", arguments: SeededGenerator.seeds(20))
    func laws(seed: UInt64) async throws {
        let screen = try MovingScreen(seed: seed)
        var generator = SeededGenerator(seed: seed)
        var whole = try screen.observed.observer()
        var outline = try screen.observed.outlineObserver()
        for step in 0..<40 {
            try await screen.step()
            guard Bool.random(using: &generator) else { continue }
            let before = whole.feed
            let expected = try whole.look().map { Told($0.changes, before, $0.feed) }
            #expect(try outline.look { try Told($0) } == expected, "seed \(seed), step \(step)")
        }
    }

    @Test("says of an ad what an observer that holds everything says")
    func ads() {
        let feed = ComposedFeed(
            run: 1, sections: [Self.section([.ad(slot: 0, serial: 1, id: "x", payload: #"{"a":1}"#)])])
        let other = ComposedFeed(
            run: 1, sections: [Self.section([.ad(slot: 0, serial: 1, id: "x", payload: #"{"a":2}"#)])])
        let outlines = [feed, other].map { feed in
            feed.sections.map { OutlinedSection(section: $0.section, rows: $0.rows.map(OutlinedRow.whole)) }
        }
        #expect(Changeset(from: outlines[0], to: outlines[1]) == Changeset(from: feed, to: other))
        #expect(Changeset(from: outlines[0], to: outlines[1]).updates.count == 1)
    }

    private static func section(_ rows: [ComposedRow]) -> ComposedSection {
        ComposedSection(
            section: Section(id: "a", type: "list", title: "", layout: "list", content: .collection("list")),
            rowCount: rows.count, firstRow: 0, rows: rows)
    }

    @Test("an item that the arrangement brings itself from now on is the same one while its bytes are")
    func inlineAndListed() {
        let payload = #"{"id":"1"}"#
        let listed = OutlinedRow.listed(key: "1", mark: ContentMark(version: nil, payload: payload))
        let inline = OutlinedRow.whole(.content(index: 0, key: "1", version: nil, payload: payload))
        let versioned = OutlinedRow.listed(key: "1", mark: ContentMark(version: "", payload: payload))
        #expect(listed.identity == inline.identity)
        #expect(listed.hasSameContent(as: inline) && inline.hasSameContent(as: listed))
        #expect(!versioned.hasSameContent(as: inline))
    }

    @Test("says that it no longer knows what an item was, where its history was dropped")
    func pruned() async throws {
        let bench = try Workbench(list: ServerList(style: .none, items: .numbered(1...3)))
        try await bench.sync()
        var observer = try bench.cache.outlineObserver()
        try observer.remember()
        bench.change { $0.items[1].title = "new" }
        for _ in 0..<3 { try await bench.sync(SyncOptions(isFull: true)) }
        _ = try bench.cache.prune(PrunePolicy(runs: 1))
        let told = try observer.look { try Told($0) }
        #expect(told?.updated.count == 1)
        #expect(told?.updated.first?.old == nil)
        #expect(told?.updated.first?.new?.contains("new") == true)
    }

    @Test("reports a change again that could not be told")
    func failure() async throws {
        struct Refused: Error {}
        let bench = try Workbench(list: ServerList(style: .none, items: .numbered(1...3)))
        var observer = try bench.cache.outlineObserver()
        try observer.remember()
        try await bench.sync()
        #expect(throws: Refused.self) { try observer.look { _ in throw Refused() } }
        #expect(try observer.look { $0.changes.inserts.count } == 3)
        #expect(try observer.look { $0.changes.inserts.count } == nil)
    }
}
