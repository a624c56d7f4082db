import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedCache

@Suite("The changes of the feed")
struct FeedChangesTests {
    private func bench(_ count: Int = 6) throws -> Workbench {
        try Workbench(list: ServerList(style: .pageHasNext, items: .numbered(1...count)))
    }

    @Test("begin with the feed as it is, also where it is empty")
    func first() async throws {
        let bench = try bench()
        var empty = FeedChanges(bench.cache, of: .section("none")).makeAsyncIterator()
        let none = FeedScreen(run: nil, sections: [])
        #expect(try await empty.next() == FeedChange(from: none, to: none))
        try await bench.sync()
        var changes = FeedChanges(bench.cache).makeAsyncIterator()
        let first = try #require(try await changes.next())
        #expect(first.changes.sectionInserts == [0])
        let present = try bench.cache.read { try $0.feed() }
        #expect(first.screen == present)
    }

    @Test("that came while nobody asked are one, and what was undone is none")
    func coalesced() async throws {
        let bench = try bench()
        try await bench.sync()
        let looks = Mutex(0)
        let commits = Commits(of: bench.cache.database, every: .seconds(3)) { duration in
            #expect(duration == .seconds(3))
            guard
                looks.withLock({ looks in
                    looks += 1
                    return looks <= 3
                })
            else { throw CancellationError() }
        }
        var iterator = FeedChanges(bench.cache, commits: commits).makeAsyncIterator()
        _ = try await iterator.next()
        for id in 7...9 {
            bench.change { $0.items.append(ServerItem("\(id)")) }
            try await bench.sync()
        }
        bench.change { $0.items.removeLast() }
        try await bench.sync()
        let change = try #require(try await iterator.next())
        #expect(change.changes.inserts.map(\.row) == [6, 7])
        #expect(change.changes.count == 2)
        #expect(try await iterator.next() == nil)
        #expect(looks.withLock(\.self) == 4)
    }

    @Test(
        "lead from the first feed to the last while others write at the same time",
        arguments: SeededGenerator.seeds(4))
    func concurrent(seed: UInt64) async throws {
        let bench = try bench(20)
        let other = bench.cache
        try bench.reopen()
        let cache = bench.cache
        let isDone = Mutex(false)
        let isLast = Mutex(false)
        let commits = Commits(of: cache.database) { _ in
            // One look more after all is written.
            guard !isLast.withLock(\.self) else { throw CancellationError() }
            if isDone.withLock(\.self) { isLast.withLock { $0 = true } }
            await Task.yield()
        }
        async let last = {
            var feed: [FeedSection] = []
            for try await change in FeedChanges(cache, commits: commits) {
                feed = try change.changes.applied(to: feed, contentFrom: change.screen.sections)
                #expect(Screen(feed) == Screen(change.screen.sections), "seed \(seed)")
            }
            return feed
        }()
        var generator = SeededGenerator(seed: seed)
        for id in 100..<110 {
            let shuffled = generator.next()
            bench.change { list in
                var generator = SeededGenerator(seed: shuffled)
                list.items.append(ServerItem("\(id)"))
                list.items.shuffle(using: &generator)
            }
            _ = try await other.sync()
        }
        isDone.withLock { $0 = true }
        let present = try other.read { try $0.feed() }
        let seen = try await last
        #expect(Screen(seen) == Screen(present.sections), "seed \(seed)")
    }

    @Test("end when the task is cancelled, for good")
    func cancelled() async throws {
        let bench = try bench()
        let cache = bench.cache
        let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var count = 0
            let commits = Commits(of: cache.database) { _ in
                isWaiting.yield()
                try await Task.sleep(for: .seconds(3_600))
            }
            for try await _ in FeedChanges(cache, commits: commits) { count += 1 }
            return count
        }
        for await _ in waiting { break }
        task.cancel()
        #expect(try await task.value == 1)
    }

    @Test("throw where the database is gone, and are over then")
    func deleted() async throws {
        let bench = try bench()
        try await bench.sync()
        var changes = FeedChanges(bench.cache, commits: Commits(of: bench.cache.database) { _ in }).makeAsyncIterator()
        _ = try await changes.next()
        try FileManager.default.removeItem(atPath: bench.cache.databasePath)
        await #expect(throws: FeedError.self) { _ = try await changes.next() }
        #expect(try await changes.next() == nil)
    }
}
