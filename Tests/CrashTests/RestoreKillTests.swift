#if os(Linux)
    import FeedMock
    import Foundation
    import TestSupport
    import Testing

    @Suite("A restore that is killed", .serialized, .timeLimit(.minutes(240)))
    struct RestoreKillTests {
        /// What is at the place of the database before the restore.
        enum Present: String, CaseIterable, Sendable {
            case newer, damaged, missing
        }

        @Test(
            "at any call to the disk leaves the old content or the new, and the next one restores",
            arguments: Present.allCases, [DiskFault.Kind.kill, .tear])
        func killed(present: Present, kind: DiskFault.Kind) async throws {
            try await SyncScene.with(.olderWorld) { scene in
                try await scene.withFolder { first in
                    let old = try await CacheContent(of: first)
                    let backup = try await first.start("backup", first.path("backup.db")).result
                    try #require(backup.ending == .exited(0), "\(backup)")
                    try await Self.put(present, into: first)
                    let calls = try await scene.withFolder(like: first) { folder in
                        try await folder.countDiskCalls { try await Self.restore(first, into: folder, nil, log: $0) }
                    }
                    if Soak.isOn { print("restore over \(present.rawValue): \(calls) calls, \(kind.rawValue)") }
                    try await SyncScene.sideBySide(Soak.calls(calls, sample: 3)) { call in
                        try await scene.withFolder(like: first) { folder in
                            let fault = DiskFault(kind: kind, call: call)
                            let result = try await Self.restore(first, into: folder, fault)
                            #expect(
                                result.ending == .killed(signal: SIGKILL) || result.code == 0, "\(fault): \(result)")
                            if present == .newer {
                                #expect([old, scene.whole].contains(try await CacheContent(of: folder)), "\(fault)")
                            }
                            let next = try await Self.restore(first, into: folder, nil)
                            #expect(next.ending == .exited(0), "\(fault): \(next)")
                            let lines = CacheContent.commands + ["check", "sync", "sync"] + CacheContent.commands
                            let after = try await folder.runLines(lines)
                            #expect(after.ending == .exited(0), "\(fault): \(after)")
                            let parts = after.output.components(separatedBy: "all is well")
                            try #require(parts.count == 2, "\(fault): \(after)")
                            #expect(CacheContent(printed: parts[0][...]) == old, "\(fault)")
                            #expect(CacheContent(printed: parts[1][...]) == scene.whole, "\(fault)")
                        }
                    }
                }
            }
        }

        private static func put(_ present: Present, into folder: CacheFolder) async throws {
            switch present {
            case .newer: try await folder.settle()
            case .damaged:
                let file = try FileHandle(forUpdating: URL(filePath: folder.database))
                try file.seek(toOffset: 4_096)
                try file.write(contentsOf: Data(count: 3 * 4_096))
                try file.close()
            case .missing:
                // The log of the file that was there stays behind.
                try FileManager.default.removeItem(atPath: folder.database)
                try Data(count: 8_192).write(to: URL(filePath: folder.database + "-wal"))
            }
        }

        /// Restores the backup that is in the first folder.
        private static func restore(
            _ first: CacheFolder, into folder: CacheFolder, _ fault: DiskFault?, log: String? = nil
        ) async throws -> ProgramResult {
            let variables = try DiskFaultLibrary.shared.get().environment(fault, files: folder.database, log: log)
            return try await folder.start("restore", first.path("backup.db"), variables: variables).result
        }
    }
#endif
