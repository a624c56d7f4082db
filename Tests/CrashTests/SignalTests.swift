import FeedMock
import Foundation
import Testing

@Suite("A sync that is told to end", .timeLimit(.minutes(2)))
struct SignalTests {
    @Test(
        "drops the page it waits for, notes that it was interrupted, and the next one goes on there",
        arguments: zip([SIGINT, SIGTERM, SIGHUP], [130, 143, 129] as [Int32]))
    func told(signal: Int32, code: Int32) async throws {
        let gate = Gate()
        try await SyncScene.with(.nothing, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            scene.server.faults.add(FaultRule("photos", query: ["page": "3"], .stall(seconds: 1), times: nil))
            try await scene.withFolder { folder in
                let sync = try folder.start("sync")
                try #require(await gate.isReached(by: sync))
                sync.send(signal)
                // The answer is still held back: nobody waited for it.
                let result = try await sync.result
                #expect(result.ending == .exited(code), "\(result)")
                let kept = try await CacheContent(of: folder)
                #expect(kept.count("photos") == 2 * CacheFolder.pageSize)
                let runs = try await folder.start("runs", "--json").result
                #expect(runs.output.contains(#""outcome":"interrupted","requests":"#), "\(runs)")

                gate.open()
                scene.server.journal.clear()
                try await folder.sync()
                #expect(scene.server.journal.entries(for: "photos").first?.parameter("page") == "3")
                let content = try await CacheContent(of: folder)
                #expect(content == scene.whole)
            }
        }
    }
}
