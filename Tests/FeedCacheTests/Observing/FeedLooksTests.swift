import FeedModel
import FeedStore
import TestSupport
import Testing

@testable import FeedCache

/// Takes the changes of a feed now and then, and waits for none.
private struct FeedLooks {
    let changes: FeedChanges
    private var elements: FeedChanges.AsyncIterator
    /// As it was seen last.
    private(set) var feed: FeedScreen

    /// Looks for the first time.
    init(_ cache: FeedEngine, of scope: FeedScope = .feed, windows: FeedWindows = FeedWindows()) async throws {
        let commits = Commits(of: cache.database, every: .seconds(1)) { _ in throw CancellationError() }
        changes = FeedChanges(cache, of: scope, windows: windows, commits: commits)
        elements = changes.makeAsyncIterator()
        feed = try #require(try await elements.next()).screen
    }

    /// What changed since the last look; nil where nothing did.
    mutating func look() async throws -> FeedChange? {
        let change = try await elements.next()
        feed = change?.screen ?? feed
        return change
    }
}

@Suite("Looking at the changes of the feed now and then")
struct FeedLooksTests {
    @Test("tells every change by whichever cache, exactly, and none that is none", arguments: SeededGenerator.seeds(12))
    func laws(seed: UInt64) async throws {
        let screen = try MovingScreen(seed: seed)
        var generator = SeededGenerator(seed: seed)
        var observers = [
            try await FeedLooks(screen.observed), try await FeedLooks(screen.observed, of: .section("b")),
            try await FeedLooks(screen.observed, windows: FeedWindows(2..<6)),
            try await FeedLooks(screen.observed, of: .section("c"), windows: FeedWindows(0..<1)),
            try await FeedLooks(
                screen.observed, windows: FeedWindows(0..<3, sections: ["b": 4..<9, "none": 0..<1])),
        ]
        var scopes: [(scope: FeedScope, windows: FeedWindows)] = [
            (.feed, FeedWindows()), (.section("b"), FeedWindows()), (.feed, FeedWindows(2..<6)),
            (.section("c"), FeedWindows(0..<1)), (.feed, observers[4].changes.windows),
        ]
        for step in 0..<25 {
            try await screen.step()
            for index in observers.indices where Int.random(in: 0..<3, using: &generator) > 0 {
                let comment: Comment = "seed \(seed), step \(step), observer \(index)"
                let feed = observers[index].feed
                let before = feed.sections
                if index == 4, Bool.random(using: &generator) {
                    let end = Int.random(in: 0...8, using: &generator)
                    observers[index].changes.windows = FeedWindows(0..<3, sections: ["b": 0..<end, "c": 1..<2])
                    scopes[index].windows = observers[index].changes.windows
                }
                let change = try await observers[index].look()
                let (scope, windows) = scopes[index]
                let present = try screen.bench.cache.read { try $0.feed(of: scope, windows: windows) }
                #expect(Screen(observers[index].feed.sections) == Screen(present.sections), comment)
                #expect((change == nil) == (feed == present), comment)
                guard let change else { continue }
                #expect(change.stages.last?.screen == present, comment)
                #expect(change.screen == present, comment)
                let applied = try change.changes.applied(to: before, contentFrom: change.screen.sections)
                #expect(Screen(applied) == Screen(change.screen.sections), comment)
            }
        }
    }

    @Test("a sync that changes no row changes the run alone")
    func unchanged() async throws {
        let bench = try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...7)))
        var observer = try await FeedLooks(bench.cache)
        #expect(observer.feed.sections.map(\.rowCount) == [0])
        try await bench.sync()
        #expect(try await observer.look()?.changes.inserts.count == 7)
        #expect(try await observer.look() == nil)
        try await bench.sync(SyncOptions(isFull: true))
        let change = try await observer.look()
        #expect(change?.changes.isEmpty == true && change?.screen.run == 2)
        #expect(try await observer.look() == nil)
    }

    @Test("a section that is not there is a feed without sections, until it comes")
    func unknownSection() async throws {
        let bench = try Workbench(
            list: ServerList(style: .none, items: .numbered(1...3)),
            sections: #"{"sections":[{"id":"top","sectionType":"list","sectionTitle":"","collection":"list"}]}"#)
        var observer = try await FeedLooks(bench.cache, of: .section("top"))
        #expect(try await observer.look() == nil)
        try await bench.sync()
        let change = try await observer.look()
        #expect(change?.changes.sectionInserts == [0])
        #expect(change?.screen.sections.first?.rows.map(\.id) == ["1", "2", "3"])
    }

    @Test("what happens outside of the rows observed counts as far as it moves them, or changes how many there are")
    func window() async throws {
        let bench = try Workbench(list: ServerList(style: .none, items: .numbered(1...9)))
        try await bench.sync()
        var observer = try await FeedLooks(bench.cache, windows: FeedWindows(2..<4))
        #expect(observer.feed.sections.first?.rows.map(\.id) == ["3", "4"])
        bench.change { $0.items.removeLast() }
        try await bench.sync()
        let fewer = try await observer.look()
        #expect(fewer?.changes.isEmpty == true && fewer?.screen.sections.map(\.rowCount) == [8])
        bench.change { $0.items.removeFirst() }
        try await bench.sync()
        let change = try await observer.look()
        #expect(change?.screen.sections.first?.rows.map(\.id) == ["4", "5"])
        #expect(change?.changes.deletes.count == 1)
        #expect(change?.changes.inserts.count == 1)
        #expect(change?.changes.count == 2)
    }
}
