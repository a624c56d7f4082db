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
                try await scene.withFolder { first in
                    let result = try await Self.sync(first)
                    try #require(result.ending == .exited(0), "\(result)")
                    let runs = try await first.start("runs", "--json", "--limit", "1").result.output
                    let run = String(try #require(runs.firstMatch(of: /"run":([0-9]+)/)).1)
                    scene.server.clock.advance(by: 12)
                    let calls = try await Self.play(nil, after: run, first, scene)
                    if Soak.isOn { print("sync with --on-change: \(calls) calls, \(kind.rawValue)") }
                    try await SyncScene.sideBySide(Soak.calls(calls, sample: 5)) { call in
                        _ = try await Self.play(DiskFault(kind: kind, call: call), after: run, first, scene)
                    }
                }
            }
        }

        /// Lets a sync meet the fault after the server has changed, and the next one report what is left.
        ///
        /// - Parameters:
        ///   - run: the last run of the first folder, which was reported.
        /// - Returns: how many calls to the disk the sync made.
        private static func play(
            _ fault: DiskFault?, after run: String, _ first: CacheFolder, _ scene: SyncScene
        ) async throws -> Int {
            try await scene.withFolder(like: first) { folder in
                let log = folder.path("calls")
                let variables = try DiskFaultLibrary.shared.get()
                    .environment(fault, files: folder.database, log: fault == nil ? log : nil)
                let result = try await sync(folder, variables)
                #expect(
                    result.ending == .killed(signal: SIGKILL) || result.ending == .exited(0),
                    "\(result), \(String(describing: fault))")
                let next = try await sync(folder)
                #expect(next.ending == .exited(0), "\(next)")
                let changes = try await folder.start("diff", run, "--format", "ndjson").result.output
                let text = (try? String(contentsOfFile: folder.path("reported"), encoding: .utf8)) ?? ""
                #expect(!changes.isEmpty && text.contains(changes), "\(String(describing: fault))")
                guard fault == nil else { return 0 }
                return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
            }
        }

        /// Syncs with a command that writes what it is given into a file of the folder. Its words are those of each folder,
        /// so that it is the same consumer.
        private static func sync(
            _ folder: CacheFolder, _ variables: [String: String] = [:]
        ) async throws -> ProgramResult {
            let words = ["sync", "--allow-shrink", "--on-change", "cat >> \"$REPORTED\""]
            let reported = ["REPORTED": folder.path("reported")]
            return try await folder.start(words, variables: variables.merging(reported) { $1 }).result
        }
    }
#endif
