#if os(Linux)
    import FeedMock
    import Foundation
    import TestSupport
    import Testing

    @Suite("A sync with --on-change that is killed", .serialized, .timeLimit(.minutes(240)))
    struct ConsumerKillTests {
        @Test(
            "at any call to the disk, before the command or after it, leaves no change unreported",
            arguments: [DiskFault.Kind.kill, .tear])
        func killed(kind: DiskFault.Kind) async throws {
            try await SyncScene.with(.olderWorld) { scene in
                let count = try await Self.play(nil, scene)
                for call in Soak.calls(count, sample: 5) {
                    _ = try await Self.play(DiskFault(kind: kind, call: call), scene)
                }
            }
        }

        /// Lets a sync meet the fault after the server has changed, and the next one report what is left.
        ///
        /// - Returns: how many calls to the disk the sync made.
        private static func play(_ fault: DiskFault?, _ scene: SyncScene) async throws -> Int {
            try await scene.withFolder { folder in
                let (reported, log) = (folder.path("reported"), folder.path("calls"))
                let line = ["sync", "--allow-shrink", "--on-change", "cat >> \(reported)"]
                let first = try await folder.start(line).result
                try #require(first.ending == .exited(0), "\(first)")
                let runs = try await folder.start("runs", "--json", "--limit", "1").result.output
                let run = try #require(runs.firstMatch(of: /"run":([0-9]+)/)).1
                try FileManager.default.removeItem(atPath: reported)
                scene.server.clock.advance(by: 12)

                let variables = try DiskFaultLibrary.shared.get()
                    .environment(fault, files: folder.database, log: fault == nil ? log : nil)
                let result = try await folder.start(line, variables: variables).result
                #expect(
                    result.ending == .killed(signal: SIGKILL) || result.ending == .exited(0),
                    "\(result), \(String(describing: fault))")
                let next = try await folder.start(line).result
                #expect(next.ending == .exited(0), "\(next)")
                let changes = try await folder.start("diff", String(run), "--format", "ndjson").result.output
                let text = (try? String(contentsOfFile: reported, encoding: .utf8)) ?? ""
                #expect(!changes.isEmpty && text.contains(changes), "\(String(describing: fault))")
                guard fault == nil else { return 0 }
                return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
            }
        }
    }
#endif
