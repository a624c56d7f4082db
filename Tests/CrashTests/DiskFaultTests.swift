#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @Suite("A disk that fails during a sync", .serialized, .timeLimit(.minutes(240)))
    struct DiskFaultTests {
        @Test(
            "is one line and 74 or 73, and the next sync makes the cache whole",
            arguments: SyncScene.Start.allCases, [DiskFault.Kind.noRoomOnce, .failsOnce, .full, .broken])
        func fails(start: SyncScene.Start, kind: DiskFault.Kind) async throws {
            try await SyncScene.with(start) { scene in
                let calls = Soak.calls(try await scene.countDiskCalls(), sample: 2)
                try await scene.forEach(calls.map { DiskFault(kind: kind, call: $0) }) { folder, fault, result in
                    if result.ending == .exited(0) {
                        // SQLite gets over some failures by itself, such as that of the last tidying up. A picture whose
                        // file cannot be written is told, and fetched by the next sync.
                        let isOfPicture = ["/", ": "].contains { end in
                            result.errors.contains("cannot read or write \(folder.database)-assets\(end)")
                        }
                        #expect(result.errors.isEmpty || isOfPicture, "\(fault): \(result)")
                        try await folder.settle()
                        let content = try await CacheContent(of: folder)
                        #expect(content == scene.whole, "\(fault)")
                    } else {
                        #expect(result.code == 74 || result.code == 73, "\(fault): \(result)")
                        #expect(result.errorLines.count == 1, "\(fault): \(result)")
                        #expect(result.errors.hasPrefix("feedcache: "), "\(fault): \(result)")
                        #expect(result.errors.contains(folder.database), "\(fault): \(result)")
                    }
                }
            }
        }

        @Test("by taking writes in pieces is no failure")
        func piecemeal() async throws {
            try await SyncScene.with(.nothing) { scene in
                try await scene.forEach([DiskFault(kind: .short, call: 1)]) { _, fault, result in
                    #expect(result.ending == .exited(0), "\(fault): \(result)")
                }
            }
        }
    }
#endif
