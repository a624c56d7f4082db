import FeedCache
import FeedMock
import FeedModel
import FeedSource
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Watching", .timeLimit(.minutes(10)))
struct WatchTests {
    @Test("a program sees what another one writes, exactly, and its run alone where that found nothing new")
    func otherProcess() async throws {
        try await SyncScene.with(.olderWorld) { scene in
            try await scene.withFolder { folder in
                let manifest = try Manifest.load(path: folder.manifest.path)
                let cache = try FeedEngine(
                    manifest: manifest, databasePath: folder.database, dependencies: .live([:], source: manifest.source)
                )
                let syncs = Mutex(3)
                // While one waits, another program syncs; no notice of the file system ends the wait.
                let commits = Commits(of: cache.database, every: .milliseconds(250)) { _ in
                    let isOver = syncs.withLock { left in
                        left -= 1
                        return left < 0
                    }
                    if isOver { throw CancellationError() }
                    try await folder.sync()
                }
                var feeds: [FeedScreen] = []
                for try await change in FeedChanges(cache, commits: commits) {
                    let seen = try change.changes.applied(
                        to: feeds.last?.sections ?? [], contentFrom: change.screen.sections)
                    let payloads = change.screen.sections.map { $0.rows.map(\.payload) }
                    #expect(seen.map { $0.rows.map(\.payload) } == payloads)
                    feeds.append(change.screen)
                }
                // The older world, the newer one, and it without what two syncs have not met, which the last sync did not
                // meet either.
                #expect(feeds.count == 4)
                #expect(feeds.dropLast().last?.sections == feeds.last?.sections)
                #expect(feeds.last?.sections == (try? cache.read { try $0.feed().sections }))
            }
        }
    }

    @Test(
        "ends in the middle of a round with the page in hand whole, when it is told to",
        arguments: zip([SIGINT, SIGTERM], [130, 143] as [Int32]))
    func told(signal: Int32, code: Int32) async throws {
        try await withHeldRound("watch", "--json") { watch, folder in
            watch.send(signal)
            let result = try await watch.result
            #expect(result.ending == .exited(code) && result.errors.isEmpty, "\(result)")
            #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix(#"{"time":"#) }, "\(result)")
            #expect(!result.output.isEmpty)
            let kept = try await CacheContent(of: folder)
            #expect(kept.count("photos") == 2 * CacheFolder.pageSize)
        }
    }

    @Test("is ended in a REPL that reads a pipe by Ctrl-C, which ends the pipe, too")
    func inREPL() async throws {
        try await withHeldRound("repl", input: "watch\nstatus --json\n") { repl, _ in
            repl.send(SIGINT)
            let result = try await repl.result
            #expect(result.ending == .exited(130) && result.errors.isEmpty, "\(result)")
            #expect(!result.output.contains(#"{"source":"#), "\(result)")
        }
    }

    /// Starts a program whose first sync waits for its third page of photos.
    private func withHeldRound(
        _ words: String..., input: String? = nil, _ body: @Sendable (RunningProgram, CacheFolder) async throws -> Void
    ) async throws {
        let gate = Gate()
        try await SyncScene.with(.nothing, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            scene.server.faults.add(FaultRule("photos", query: ["page": "3"], .stall(seconds: 1), times: nil))
            try await scene.withFolder { folder in
                let program = try folder.start(words, input: input)
                try #require(await gate.isReached(by: program))
                try await body(program, folder)
            }
        }
    }
}
