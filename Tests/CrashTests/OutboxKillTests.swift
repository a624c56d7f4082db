#if os(Linux)
    import FeedMock
    import Foundation
    import TestSupport
    import Testing

    @Suite("An outbox whose process is killed", .serialized, .timeLimit(.minutes(240)))
    struct OutboxKillTests {
        /// Taps, a delivery, taps, and the delivery of a sync.
        private static let session = [
            "tap photos 0", "tap photos 1", "tap photos 1", "flush", "tap photos 2", "tap photos 0", "sync",
        ]

        @Test(
            "at any call to the disk brings every event to the server, once and in order",
            arguments: [DiskFault.Kind.kill, .tear])
        func killed(kind: DiskFault.Kind) async throws {
            try await SyncScene.with(.olderWorld) { scene in
                let faults = Soak.calls(try await Self.countDiskCalls(scene), sample: 4)
                    .map { DiskFault(kind: kind, call: $0) }
                if Soak.isOn { print("outbox: \(faults.count) times \(kind.rawValue)") }
                scene.server.events.clear()
                let kept = try await SyncScene.sideBySide(faults) { try await Self.kill($0, scene) }.reduce(0, +)
                // Nothing came that no cache knows of, as an event would that was sent before it was kept.
                #expect(scene.server.events.counts.counted == kept)
                #expect(scene.server.events.counts.taps == kept)
            }
        }

        /// Kills a session, looks at what it kept, lets it be delivered, and compares with what the server counted.
        ///
        /// - Returns: how many events were kept.
        private static func kill(_ fault: DiskFault, _ scene: SyncScene) async throws -> Int {
            try await scene.withFolder { folder in
                let result = try await play(fault, in: folder)
                let isReached = result.ending == .killed(signal: SIGKILL)
                #expect(isReached || result.ending == .exited(0), "\(fault): \(result)")
                let told = result.output.split(separator: "\n").count { $0.hasPrefix("tapped row ") }
                let after = try await folder.runLines(["events --json", "flush", "sync", "status --json", "check"])
                #expect(after.ending == .exited(0), "\(fault): \(after)")
                #expect(after.output.contains("all is well"), "\(fault): \(after)")
                #expect(!after.output.contains(#""pending":"#), "\(fault): \(after)")
                let keys =
                    after.output.split(separator: "\n").first?.matches(of: /"key":"([0-9a-f]{32})"/)
                    .map { String($0.1) } ?? []
                // A tap that was told is kept; the one in hand may be.
                #expect((told...told + 1).contains(keys.count), "\(fault): \(result)")
                let counted = scene.server.events.events.map(\.key).filter(Set(keys).contains)
                #expect(counted == keys, "\(fault): \(after)")
                return keys.count
            }
        }

        private static func countDiskCalls(_ scene: SyncScene) async throws -> Int {
            try await scene.withFolder { folder in
                try await folder.countDiskCalls { try await play(nil, in: folder, log: $0) }
            }
        }

        private static func play(
            _ fault: DiskFault?, in folder: CacheFolder, log: String? = nil
        ) async throws -> ProgramResult {
            let variables = try DiskFaultLibrary.shared.get().environment(fault, files: folder.database, log: log)
            let input = session.map { $0 + "\n" }.joined()
            return try await folder.start("repl", input: input, variables: variables).result
        }
    }
#endif
