import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedAssets
@testable import FeedCache

@Suite("The room of pictures")
struct AssetRoomTests {
    private static let rounds = Soak.rounds(500, sample: 80)

    @Test("syncs of a moving feed never take more than assets_max, not even on the way, and all is well after each")
    func moving() async throws {
        let bench = try await AssetBench([], source: #"assets_max = "10kB""#, ahead: 8)
        let most = Mutex(0)
        bench.server.edit { state in
            state.length = 900
            state.midway = { [folder = bench.folder.path("feed.db-assets")] in
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                let bytes = names.reduce(0) { sum, name in
                    sum + ((try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int) ?? 0)
                }
                most.withLock { $0 = max($0, bytes) }
            }
        }
        var generator = SplitMix64(seed: 7)
        var shown = (1...40).map { "\($0)" }
        for round in 1...Self.rounds {
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                shown.insert("\(round)-\(Int.random(in: 0..<9, using: &generator))", at: 0)
            }
            var seen: Set<String> = []
            shown = shown.filter { seen.insert($0).inserted }.prefix(40).map(\.self)
            if Bool.random(using: &generator) { shown.swapAt(0, Int.random(in: 0..<shown.count, using: &generator)) }
            bench.show(shown)
            bench.server.edit { $0.length = Int.random(in: 100...1_200, using: &generator) }
            let report = try await bench.sync()
            #expect(report.failed == 0 && report.left == 0, "round \(round)")
            #expect(bench.bytes <= 10_000)
            for name in shown.prefix(8) { #expect(try bench.record(name)?.content != nil, "\(name) in round \(round)") }
            #expect(try bench.notes() == [])
        }
        // The files are looked at one after another, and one may go meanwhile.
        #expect(most.withLock(\.self) <= 10_000 + 1_200)
    }

    @Test("apps that ask while syncs give up files: never more than the limit, and all is well in the end")
    func together() async throws {
        let bench = try await AssetBench([], source: #"assets_max = "4kB""#, ahead: 3)
        let repository = bench.repository
        for round in 1...20 {
            bench.show((1...6).map { "\(round)-\($0)" })
            bench.server.edit { $0.length = 300 + round * 10 }
            let asked = Task {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<12 {
                        group.addTask {
                            guard let url = URL(string: "/img/app-\(round)-\(number).png") else { return }
                            // Where others took the room there is none.
                            if let asset = try? await repository.asset(at: url) { #expect(asset.bytes > 0) }
                        }
                    }
                }
            }
            try await bench.sync()
            await asked.value
            #expect(bench.bytes <= 4_000)
            #expect(try bench.notes() == [])
        }
        let left = try bench.cache.read { try $0.reader.assetSpace() }
        #expect(left.bytes > 2_000 && left.files == bench.files.count)
    }

    @Test("what nothing on screen names goes first, then what was shown longest ago; what is shown now stays")
    func order() async throws {
        let bench = try await AssetBench(["a", "b", "c"], source: #"assets_max = "400B""#, ahead: 3)
        try await bench.sync()
        bench.clock.step(by: 7_200)
        // An app looks at it.
        _ = try await bench.repository.asset(at: #require(URL(string: "/img/a.png")))
        bench.show(["d", "e", "f", "a", "b"])
        // Four fit: c is on screen no more, and of a and b the latter was not looked at.
        let report = try await bench.sync()
        #expect(report.stored == 3)
        #expect(try ["a", "b", "c"].map { try bench.record($0)?.content != nil } == [true, false, false])
    }

    @Test("an answer that does not say how long it is takes room as it comes")
    func unknownLength() async throws {
        let bench = try await AssetBench(["a", "b"], source: "assets_max = \"1kB\"\nconcurrency = 1")
        bench.server.edit { state in
            for (name, length) in [("a", 800), ("b", 1_001)] {
                state.answers[AssetBench.location(name)] = AssetServer.Answer(
                    headers: ["Content-Type": "image/png"], body: AssetServer.png(name, length: length),
                    hasLength: false)
            }
        }
        #expect(try await bench.sync() == AssetReport(stored: 1, left: 1))
        #expect(bench.bytes == 800)
        #expect(try bench.notes() == [])
    }

    @Test("where all that is wanted does not fit, the first rows have it, and it is said")
    func tooSmall() async throws {
        let bench = try await AssetBench((1...9).map(String.init), source: "assets_max = \"450B\"\nconcurrency = 1")
        let report = try await bench.sync()
        #expect((report.stored, report.left) == (4, 5))
        #expect(report.warning == "pictures: no room for 5 URLs; give them more with “assets_max”")
        #expect(try (1...4).allSatisfy { try bench.record("\($0)")?.content != nil })
        #expect(bench.bytes == 400)
        bench.server.edit { $0.length = 1_000 }
        bench.show(["large"])
        // The others wait for evidence that they are gone.
        #expect(try await bench.sync() == AssetReport(left: 6))
        #expect(try bench.notes() == [])
    }

    @Test("prune drops what no item on screen names; forget and erase leave no file")
    func dropped() async throws {
        let bench = try await AssetBench(["a", "b", "c"])
        try await bench.sync()
        bench.show(["a", "b"])
        // Evidence that it is gone.
        for _ in 0..<3 {
            bench.clock.step(by: 60)
            try await bench.sync()
        }
        var options = PruneOptions()
        #expect(try await bench.cache.prune(options).assets == 0)
        options.dropsAssets = true
        #expect(try await bench.cache.prune(options, isDryRun: true).assets == 1)
        #expect(bench.files.count == 3)
        #expect(try await bench.cache.prune(options).assets == 1)
        #expect(bench.files.count == 2)
        #expect(try bench.notes() == [])
        _ = try await bench.cache.forget(.collection("list"), losesEvents: true)
        #expect(bench.files == [])
        try await bench.sync()
        #expect(bench.files.count == 2)
        try await bench.cache.erase()
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path("feed.db-assets")))
    }

    @Test("what a crash left is said by check, and mended by the next sync; what another process writes stays")
    func crash() async throws {
        let bench = try await AssetBench(["a", "b", "c"])
        try await bench.sync()
        let digests = try ["a", "b"].map { try #require(try bench.record($0)?.content?.digest) }
        // A file without a row, one that was cut by a power cut, one that is gone, and one that was being written.
        try bench.folder.write("x", "feed.db-assets/\(String(repeating: "0", count: 64))")
        try bench.folder.write("x", "feed.db-assets/\(digests[0])")
        try FileManager.default.removeItem(atPath: bench.folder.path("feed.db-assets/\(digests[1])"))
        try bench.folder.write("x", "feed.db-assets/new-1")
        let other = try bench.cache.database.assetFolder.newFile()
        try other.append([1, 2, 3])
        #expect(
            try bench.notes() == [
                "pictures: 2 files without a row: the next sync deletes it",
                "pictures: 2 files that is not there, or not whole: the next sync fetches it",
            ])
        #expect(try await bench.sync() == AssetReport(stored: 2))
        #expect(try bench.notes() == [])
        #expect(bench.files.count == 4)
        // One with other content is said, and nothing else is done.
        try bench.folder.write(String(repeating: "x", count: 100), "feed.db-assets/\(digests[0])")
        #expect(try bench.notes().count == 1)
    }
}
