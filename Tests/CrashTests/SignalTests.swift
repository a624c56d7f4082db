import FeedMock
import Foundation
import TestSupport
import Testing

@Suite("A sync that is told to end", .timeLimit(.minutes(10)))
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
                #expect(result.errors.contains("interrupted") && !result.errors.contains("server"), "\(result)")
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

    @Test(
        "ends at once wherever it waits for the server, and the next one makes the cache whole",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)],
        [
            FaultRule("sections", .stall(seconds: 1), times: nil),
            FaultRule("photos", query: ["page": "1"], .stall(seconds: 1), times: nil),
            FaultRule("articles", .stall(seconds: 1), times: nil),
        ])
    func waiting(signal: (Int32, Int32), fault: FaultRule) async throws {
        let gate = Gate()
        try await SyncScene.with(.nothing, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            scene.server.faults.add(fault)
            try await scene.withFolder { folder in
                let sync = try folder.start("sync")
                try #require(await gate.isReached(by: sync))
                sync.send(signal.0)
                let result = try await sync.result
                #expect(result.ending == .exited(signal.1), "\(fault): \(result)")
                #expect(result.errors.contains("interrupted") && !result.errors.contains("server"), "\(result)")
                gate.open()
                try await scene.expectRecovery(in: folder, "\(fault)")
            }
        }
    }

    #if os(Linux)
        @Test(
            "at any call to the disk finishes or drops the page whole, and the next one makes the cache whole",
            arguments: SyncScene.Start.allCases,
            [(.interrupt, 130), (.terminate, 143), (.hangUp, 129)] as [(DiskFault.Kind, Int32)])
        func anywhere(start: SyncScene.Start, signal: (DiskFault.Kind, Int32)) async throws {
            let (kind, code) = signal
            try await SyncScene.with(start) { scene in
                let calls = Soak.calls(try await scene.countDiskCalls(), sample: 2)
                try await scene.forEach(calls.map { DiskFault(kind: kind, call: $0) }) { _, fault, result in
                    // Before it listens it ends as any program does, and after its last page it is done.
                    let isSignalled = result.ending == .exited(code) || result.ending == .killed(signal: code - 128)
                    #expect(isSignalled || result.ending == .exited(0), "\(fault): \(result)")
                    // One for each collection at most.
                    #expect(result.errorLines.count <= CacheFolder.collections.count, "\(fault): \(result)")
                }
            }
        }
    #endif
}
