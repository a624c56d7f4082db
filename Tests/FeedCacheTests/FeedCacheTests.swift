import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedCache

@Suite("A cache of the mock API")
struct FeedCacheTests {
    private func withCache(
        size: Int = 50, edit: @escaping (String) -> String = { $0.replacing("size = 100", with: "size = 10") },
        _ body: (MockServer, MockedCache) async throws -> Void
    ) async throws {
        var configuration = MockConfiguration()
        configuration.sizes = ListSizes(all: size)
        try await withMockServer(configuration) { server, baseURL in
            try await body(server, try MockedCache(baseURL: baseURL, edit: edit))
        }
    }

    @Test("holds what the server has, in its order, after every move of its world")
    func followsTheWorld() async throws {
        try await withCache { server, mocked in
            for _ in 0..<8 {
                let report = try await mocked.cache.sync(SyncOptions(allowsShrink: true))
                #expect(report.collections.allSatisfy { $0.outcome.isSuccess })
                for list in ListName.allCases {
                    let expected = server.world.ids(of: list, at: server.clock.tick)
                    #expect(try mocked.ids(list.rawValue) == expected, "\(list) at tick \(server.clock.tick)")
                }
                server.clock.advance(by: 3)
            }
            #expect(try mocked.cache.database.read { try $0.checkIntegrity() } == [])
        }
    }

    @Test("goes on where a walk stopped")
    func resumes() async throws {
        try await withCache { server, mocked in
            server.faults.add(try FaultRule(parsing: "photos?page=4:500*all"))
            let broken = try await mocked.sync("photos")
            #expect(broken?.outcome == .interrupted)
            #expect(broken?.pages == 3)
            server.faults.clear()
            server.journal.clear()
            #expect(try await mocked.sync("photos")?.outcome == .complete)
            #expect(server.journal.entries(for: "photos").first?.parameter("page") == "4")
            #expect(try mocked.ids("photos").count == 50)
        }
    }

    @Test("asks for nothing twice that did not change")
    func unchanged() async throws {
        try await withCache { _, mocked in
            _ = try await mocked.cache.sync()
            let report = try await mocked.cache.sync()
            #expect(report.outcome == .unchanged)
            #expect(report.bytes == 0)
        }
    }

    @Test("asks only for what changed where the manifest says how")
    func delta() async throws {
        try await withCache(
            edit: {
                $0.replacing("deleted = \"deleted\"", with: "deleted = \"deleted\"\ndelta = { param = \"since\" }")
            }
        ) { server, mocked in
            _ = try await mocked.sync("articles")
            server.clock.advance(by: 6)
            let report = try await mocked.sync("articles")
            #expect(report?.mode == .delta)
            let expected = Set(server.world.ids(of: .articles, at: server.clock.tick))
            #expect(Set(try mocked.ids("articles")) == expected)
        }
    }

    @Test("turns pages one by one, and a refresh keeps what lies deeper")
    func pages() async throws {
        try await withCache { server, mocked in
            _ = try await mocked.cache.refresh("photos")
            #expect(try mocked.ids("photos").count == 10)
            _ = try await mocked.cache.more("photos")
            let before = try mocked.ids("photos")
            #expect(before.count == 20)
            server.clock.advance(by: 2)
            _ = try await mocked.cache.refresh("photos")
            let after = try mocked.ids("photos")
            #expect(Array(after.prefix(10)) == server.world.ids(of: .photos, at: server.clock.tick, in: 0..<10))
            #expect(Set(after).isSuperset(of: before))
            for _ in 0..<6 { _ = try await mocked.cache.more("photos") }
            #expect(Set(try mocked.ids("photos")) == Set(server.world.ids(of: .photos, at: server.clock.tick)))
        }
    }

    @Test("rehearses without a trace")
    func dryRun() async throws {
        try await withCache { _, mocked in
            let report = try await mocked.cache.dryRun()
            #expect(report.run == nil)
            #expect(report.collections.allSatisfy { $0.items.inserted > 0 })
            #expect(try mocked.ids("photos") == [])
            #expect(try mocked.cache.read { try $0.reader.runs(limit: 9) } == [])
        }
    }

    @Test("lets one sync at a time through, and says who is at work")
    func busy() async throws {
        try await withCache { _, mocked in
            try mocked.cache.database.prepare()
            let lock = try SyncLock(databasePath: mocked.cache.databasePath)
            #expect(mocked.cache.isSyncing)
            await #expect(throws: SyncBusyError.self) { _ = try await mocked.cache.sync() }
            withExtendedLifetime(lock) {}
        }
    }

    @Test("waits for another sync as long as it is told to, and no longer when it is cancelled")
    func waitsForTheLock() async throws {
        try await withCache { _, mocked in
            try mocked.cache.database.prepare()
            let lock = try SyncLock(databasePath: mocked.cache.databasePath)
            let cache = mocked.cache
            await #expect(throws: SyncBusyError.self) {
                _ = try await cache.sync(SyncOptions(lockWait: .milliseconds(10)))
            }
            let task = Task { try await cache.sync(SyncOptions(lockWait: .seconds(3_600))) }
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            withExtendedLifetime(lock) {}
        }
    }

    @Test("finishes the page in hand when it is cancelled, and goes on from there")
    func cancellation() async throws {
        try await withCache { server, mocked in
            server.faults.add(try FaultRule(parsing: "photos?page=3:stall=30"))
            let cache = mocked.cache
            let task = Task { try await cache.sync(SyncOptions(collections: ["photos"])) }
            while try mocked.ids("photos").count < 20 { await Task.yield() }
            task.cancel()
            let report = try await task.value.collections.first
            #expect(report?.outcome == .interrupted)
            #expect(try mocked.ids("photos").count == 20)
            server.faults.clear()
            #expect(try await mocked.sync("photos")?.outcome == .complete)
            #expect(try mocked.ids("photos").count == 50)
        }
    }

    @Test("keeps the last good arrangement, and says what is wrong with a newer one")
    func sections() async throws {
        try await withCache { server, mocked in
            _ = try await mocked.cache.sync()
            let before = try mocked.cache.read { try $0.sections() }
            #expect(before.count > 3)
            server.faults.add(try FaultRule(parsing: "sections:garbage*all"))
            let report = try await mocked.cache.sync(SyncOptions(isFull: true))
            #expect(report.sections?.outcome == .failed)
            #expect(report.outcome == .partial)
            #expect(try mocked.cache.read { try $0.sections() } == before)
        }
    }

    @Test("rebuilds what was on screen at every run")
    func past() async throws {
        try await withCache { server, mocked in
            var screens: [Int64: [FeedSection]] = [:]
            for _ in 0..<5 {
                guard let run = try await mocked.cache.sync(SyncOptions(allowsShrink: true)).run else { continue }
                screens[run] = try mocked.cache.read { snapshot in
                    try snapshot.sections().map { try snapshot.rows(of: $0, offset: 0, limit: .max) }
                }
                server.clock.advance(by: 4)
            }
            for (run, sections) in screens {
                #expect(try mocked.cache.read { try $0.feed(asOf: run) }.sections == sections, "run \(run)")
                let first = sections[0].id
                let windows = FeedWindows(1..<4, sections: [first: 0..<2])
                let part = try mocked.cache.read { try $0.feed(asOf: run, windows: windows) }.sections
                for (section, whole) in zip(part, sections) {
                    let window = section.id == first ? 0..<2 : 1..<4
                    #expect(section.rows == Array(whole.rows.dropFirst(window.lowerBound).prefix(window.count)))
                    #expect(section.rowCount == whole.rowCount)
                    #expect(section.firstRow == window.lowerBound)
                }
            }
        }
    }
}
