import FeedMock
import Foundation
import Testing

@Suite("A database that is deleted while it is open", .timeLimit(.minutes(10)))
struct DeletedDatabaseTests {
    @Test(
        "ends the sync with 74 and is reported once; what is there then is used",
        arguments: SyncScene.Start.allCases)
    func deleted(start: SyncScene.Start) async throws {
        let gate = Gate()
        try await SyncScene.with(start, configuration: .held(by: gate)) { scene in
            defer { gate.open() }
            scene.server.faults.add(FaultRule("photos", query: ["page": "3"], .stall(seconds: 1), times: nil))
            try await scene.withFolder { folder in
                let repl = try folder.start("repl", input: "sync\nitems photos\nsync\n")
                try #require(await gate.isReached(by: repl))
                try folder.removeDatabase()
                gate.open()
                let result = try await repl.result
                #expect(result.ending == .exited(74), "\(result)")
                #expect(result.errorLines.count == 2, "\(result)")
                #expect(result.errorLines.first?.contains("moved, deleted or replaced") == true, "\(result)")
                #expect(result.errorLines.last?.contains("what is there now is used instead") == true, "\(result)")
                try await folder.sync()
                let content = try await CacheContent(of: folder)
                #expect(content == scene.whole)
            }
        }
    }
}
