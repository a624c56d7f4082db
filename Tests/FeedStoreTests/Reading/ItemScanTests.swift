import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("Scanning a list")
struct ItemScanTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    /// A list whose pages were walked twice, with items that left, came and moved.
    private func fill(_ generator: inout SeededGenerator) throws {
        for _ in 0..<3 {
            let ids = (0..<Int.random(in: 20...400, using: &generator)).map { "i\($0)" }.shuffled(using: &generator)
            let size = Int.random(in: 1...300, using: &generator)
            let pages = stride(from: 0, to: ids.count, by: size).map { Array(ids[$0..<min($0 + size, ids.count)]) }
            try fixture.walkThrough(
                pages, finishes: Bool.random(using: &generator), allowsShrink: true)
            try fixture.nextRun()
        }
    }

    @Test("gives every item in display order, as it is read one by one", arguments: SeededGenerator.seeds(12))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        try fill(&generator)
        try fixture.database.read(source: "test") { reader in
            let list = try reader.list("list")
            var (expected, scanned) = ([[String]](), [[String]]())
            try list.forEach { _, item in expected.append([item.key, item.payload]) }
            try list.scan { item in
                #expect(item.withPayload { Array($0) } == Array(item.payload.utf8))
                scanned.append([item.key, item.payload])
            }
            #expect(scanned == expected)
            for _ in 0..<20 {
                let ends = [0, 0].map { _ in Int.random(in: 0...expected.count, using: &generator) }.sorted()
                let wanted = Set((0..<4).map { _ in "i\(Int.random(in: 0..<400, using: &generator))" })
                for isForward in [true, false] {
                    let places = (ends[0]..<ends[1]).filter { wanted.contains(expected[$0][0]) }
                    let found = try list.first(in: ends[0]..<ends[1], isForward: isForward) { wanted.contains($0.key) }
                    #expect(found?.place == (isForward ? places.first : places.last))
                    #expect(found?.item.key == found.map { expected[$0.place][0] })
                }
            }
        }
    }

    @Test("sees one snapshot, whatever is written meanwhile")
    func snapshot() throws {
        try fixture.walkThrough((0..<4).map { page in (0..<50).map { "i\(page * 50 + $0)" } })
        try fixture.nextRun()
        var keys: [String] = []
        try fixture.database.read(source: "test") { reader in
            try reader.list("list").scan { item in
                if keys.count == 60 { try fixture.walkTwice([["new"]], allowsShrink: true) }
                keys.append(item.key)
            }
        }
        #expect(keys == (0..<200).map { "i\($0)" })
        #expect(try fixture.ids == ["new"])
    }

    @Test("ends where its task is cancelled, forward and back")
    func cancelled() async throws {
        try fixture.walkThrough((0..<4).map { page in (0..<50).map { "i\(page * 50 + $0)" } })
        let database = fixture.database
        for isForward in [true, false] {
            let task = Task {
                var seen = 0
                #expect(throws: CancellationError.self) {
                    try database.read(source: "test") { reader in
                        _ = try reader.list("list").first(in: 0..<200, isForward: isForward) { _ in
                            seen += 1
                            if seen == 60 { withUnsafeCurrentTask { $0?.cancel() } }
                            return false
                        }
                    }
                }
                return seen
            }
            // To the end of the page that was begun.
            #expect(await task.value == 100)
        }
        let task = Task {
            var seen = 0
            #expect(throws: CancellationError.self) {
                try database.read(source: "test") { reader in
                    try reader.list("list").scan { _ in
                        seen += 1
                        if seen == 60 { withUnsafeCurrentTask { $0?.cancel() } }
                    }
                }
            }
            return seen
        }
        #expect(await task.value == 100)
    }

    @Test("ends where a task that reads in the background is cancelled, whatever it does just then")
    func cancelledInBackground() async throws {
        try fixture.walkThrough((0..<4).map { page in (0..<50).map { "i\(page * 50 + $0)" } })
        // In the middle of a page, and at its last item.
        for stop in [60, 100] {
            let (reached, notice) = AsyncStream.makeStream(of: Void.self)
            let goesOn = DispatchSemaphore(value: 0)
            let task = Task { [database = fixture.database] in
                try await database.readInBackground(source: "test") { reader in
                    var seen = 0
                    _ = try reader.list("list").first(in: 0..<200, isForward: true) { _ in
                        seen += 1
                        if seen == stop {
                            notice.yield()
                            goesOn.wait()
                        }
                        return false
                    }
                }
            }
            for await _ in reached { break }
            task.cancel()
            goesOn.signal()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try fixture.ids.count == 200)
    }

    @Test("an error ends it, and the next one begins anew")
    func errors() throws {
        struct Enough: Error {}
        try fixture.walkThrough([["1", "2"], ["3"]])
        try fixture.database.read(source: "test") { reader in
            let list = try reader.list("list")
            for _ in 0..<2 {
                var keys: [String] = []
                #expect(throws: Enough.self) {
                    try list.scan { item in
                        keys.append(item.key)
                        if item.key == "2" { throw Enough() }
                    }
                }
                #expect(keys == ["1", "2"])
            }
            #expect(try reader.list("never").first(in: 0..<10, isForward: true) { _ in true } == nil)
        }
    }
}
