#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @Suite("A sync that is killed", .serialized, .timeLimit(.minutes(240)))
    struct KillEverywhereTests {
        @Test(
            "at any call to the disk leaves a sound cache that the next sync makes whole",
            arguments: SyncScene.Start.allCases, [DiskFault.Kind.kill, .tear])
        func killed(start: SyncScene.Start, kind: DiskFault.Kind) async throws {
            try await SyncScene.with(start) { scene in
                let count = try await scene.countDiskCalls()
                let faults = Soak.calls(count, sample: 4).map { DiskFault(kind: kind, call: $0) }
                try await scene.forEach(faults) { _, fault, result in
                    // Calls differ from run to run, with the pages that happen to share a transaction: the last ones may never
                    // come.
                    let isReached = result.ending == .killed(signal: SIGKILL)
                    #expect(isReached || result.ending == .exited(0), "\(fault): \(result)")
                    #expect(isReached || fault.call > count / 2, "\(fault) of \(count): \(result)")
                }
            }
        }

        @Test("while the database is made leaves nothing that stands in the way of the next one")
        func killedWhileMade() async throws {
            try await SyncScene.with(.nothing) { scene in
                // The file, its first page, the log's files, and the first pages of the schema.
                try await scene.forEach((1...20).map { DiskFault(kind: .kill, call: $0) }) { _, fault, result in
                    #expect(result.ending == .killed(signal: SIGKILL), "\(fault): \(result)")
                }
            }
        }
    }
#endif
