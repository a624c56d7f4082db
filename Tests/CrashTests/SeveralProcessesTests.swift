import FeedMock
import Foundation
import TestSupport
import Testing

@Suite("Several processes on one cache", .serialized, .timeLimit(.minutes(240)))
struct SeveralProcessesTests {
    /// What a reader does, again and again: an export between two looks at the state.
    private static let reading =
        Array(repeating: ["export photos --format ndjson", "status --json"], count: 4)
        .flatMap(\.self) + ["items photos --limit 5"]

    @Test("one syncs, the others leave at once, and readers see whole pages and no lock")
    func rounds() async throws {
        for seed in SeededGenerator.seeds(UInt64(Soak.rounds(1_000, sample: 5))) {
            try await round(seed)
        }
    }

    @Test("a look whether a sync runs turns no sync away")
    func looks() async throws {
        try await SyncScene.with(.olderWorld) { scene in
            try await scene.withFolder { folder in
                let looks = String(repeating: "status --json\n", count: Soak.rounds(1_000, sample: 250))
                let looker = try folder.start("repl", input: looks)
                for _ in 0..<10 { try await folder.sync() }
                let result = try await looker.result
                #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(result)")
            }
        }
    }

    @Test("a sync that waits for another takes over when that is done; one that waits too short leaves with 75")
    func waiting() async throws {
        let gate = Gate()
        try await SyncScene.with(.nothing, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            scene.server.faults.add(FaultRule("photos", query: ["page": "3"], .stall(seconds: 1), times: nil))
            try await scene.withFolder { folder in
                let holder = try folder.start("sync")
                try #require(await gate.isReached(by: holder))
                let patient = try folder.start("sync", "--wait", "600s")
                let hasty = try await folder.start("sync", "--wait", "300ms").result
                #expect(hasty.ending == .exited(75), "\(hasty)")
                gate.open()
                for sync in [holder, patient] {
                    let result = try await sync.result
                    #expect(result.ending == .exited(0), "\(result)")
                }
            }
        }
    }

    @Test("one syncs, however the database is named, and a file that is called a lock makes no difference")
    func names() async throws {
        let gate = Gate()
        try await SyncScene.with(.olderWorld, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            try await scene.withFolder { folder in
                try await folder.sync()
                scene.server.faults.add(FaultRule("photos", query: ["page": "3"], .stall(seconds: 1), times: nil))
                let (symbolic, hard) = (folder.path("symbolic.db"), folder.path("hard.db"))
                try #require(symlink(folder.database, symbolic) == 0)
                try #require(link(folder.database, hard) == 0)
                let (named, target) = (folder.database + ".lock", folder.path("target"))
                try #require(symlink(target, named) == 0)
                let holder = try folder.start("sync")
                try #require(await gate.isReached(by: holder))
                #expect(!FileManager.default.fileExists(atPath: target))
                unlink(named)
                let dotted = (folder.database as NSString).deletingLastPathComponent + "/./../data/feed.db"
                for name in [symbolic, hard, dotted] {
                    let second = try await folder.start("sync", database: name).result
                    #expect(second.ending == .exited(75), "\(name): \(second)")
                    #expect(
                        second.errorLines.count == 1 && second.errors.contains("another sync"), "\(name): \(second)")
                    let reader = try await folder.start("status", database: name).result
                    #expect(reader.output.contains("by process \(holder.identifier)"), "\(name): \(reader)")
                }
                gate.open()
                let result = try await holder.result
                #expect(result.ending == .exited(0), "\(result)")
                let sides = ["-wal", "-shm", "-journal"].filter { FileManager.default.fileExists(atPath: hard + $0) }
                #expect(sides.isEmpty)
                try await scene.expectRecovery(in: folder, "named")
            }
        }
    }

    @Test("status says who syncs, since when and how far, while it does and no longer")
    func holder() async throws {
        let gate = Gate()
        try await SyncScene.with(.nothing, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            scene.server.faults.add(FaultRule("photos", query: ["page": "3"], .stall(seconds: 1), times: nil))
            try await scene.withFolder { folder in
                let sync = try folder.start("sync")
                try #require(await gate.isReached(by: sync))
                var during = try await folder.start("status").result
                // Page 3 is asked for ahead: the two before it may wait to be stored.
                for _ in 0..<100 where !during.output.contains("a walk has read 2 pages") {
                    during = try await folder.start("status").result
                }
                let line = "sync by process \(sync.identifier) since 20"
                #expect(during.output.contains(line) && during.output.contains(" of 3 collections done"), "\(during)")
                #expect(during.output.contains("a walk has read 2 pages"), "\(during)")
                let document = try await folder.start("status", "--json").result
                #expect(document.output.contains("\"process\":\(sync.identifier)"), "\(document)")
                sync.send(SIGKILL)
                _ = try await sync.result
                let after = try await folder.start("status").result
                #expect(!after.output.contains("by process") && !after.output.contains("syncing"), "\(after)")
            }
        }
    }

    /// Three syncs start at once, while others read; the one that runs is held in the middle of its walk, then goes on
    /// or is killed.
    private func round(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let start = Bool.random(using: &random) ? SyncScene.Start.nothing : .olderWorld
        let isKilled = Bool.random(using: &random)
        let page = Int.random(in: 1...5, using: &random)
        let comment: Comment = "seed \(seed): \(start), page \(page)\(isKilled ? ", killed" : "")"
        let gate = Gate()
        try await SyncScene.with(start, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            scene.server.faults.add(FaultRule("photos", query: ["page": "\(page)"], .stall(seconds: 1), times: nil))
            try await scene.withFolder { folder in
                var readers = try (0..<2).map { _ in try Self.reader(of: folder) }
                let syncs = try (0..<3).map { _ in try folder.start("sync") }
                let holder = try await Self.holder(among: syncs, comment)
                try #require(await gate.isReached(by: holder), comment)
                readers.append(try Self.reader(of: folder))
                if isKilled { holder.send(SIGKILL) }
                gate.open()
                readers.append(try Self.reader(of: folder))
                let ending = try await holder.result
                #expect(ending.ending == (isKilled ? .killed(signal: SIGKILL) : .exited(0)), "\(comment): \(ending)")
                for reader in readers { try await expectWholePages(reader, scene, comment) }
                try await scene.expectRecovery(in: folder, comment)
            }
        }
    }

    private static func reader(of folder: CacheFolder) throws -> RunningProgram {
        try folder.start("repl", input: reading.map { $0 + "\n" }.joined())
    }

    /// Makes sure that all but one of the syncs step aside; gives the one that does not.
    private static func holder(among syncs: [RunningProgram], _ comment: Comment) async throws -> RunningProgram {
        var running = Set(syncs.indices)
        let (ended, ending) = AsyncStream.makeStream(of: Int.self)
        for (index, sync) in syncs.enumerated() { sync.whenEnded { ending.yield(index) } }
        for await index in ended {
            running.remove(index)
            let result = try await syncs[index].result
            try #require(result.ending == .exited(75), "\(comment): \(result)")
            #expect(result.errorLines.count == 1 && result.errors.contains("another sync"), "\(comment): \(result)")
            if running.count == 1 { break }
        }
        return syncs[try #require(running.first, comment)]
    }

    private func expectWholePages(_ reader: RunningProgram, _ scene: SyncScene, _ comment: Comment) async throws {
        let result = try await reader.result
        #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(comment): \(result)")
        let looks = result.output.split(separator: "{\"source\":")
        #expect(looks.count == 5 || looks.count == 4, "\(comment): \(result)")
        for look in looks {
            let content = CacheContent(printed: look)
            #expect(content.hasEveryPosition("photos"), comment)
            if scene.start == .nothing { #expect(content.hasWholePages(scene.whole), comment) }
        }
    }
}
