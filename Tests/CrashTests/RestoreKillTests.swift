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
                let calls = try await Self.withFolder(scene, present) { folder, _ in
                    let log = folder.path("calls")
                    let result = try await Self.restore(folder, nil, log: log)
                    try #require(result.ending == .exited(0), "\(result)")
                    return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
                }
                if Soak.isOn { print("restore over \(present.rawValue): \(calls) calls, \(kind.rawValue)") }
                for call in Soak.calls(calls, sample: 3) {
                    let fault = DiskFault(kind: kind, call: call)
                    try await Self.withFolder(scene, present) { folder, old in
                        let result = try await Self.restore(folder, fault)
                        #expect(result.ending == .killed(signal: SIGKILL) || result.code == 0, "\(fault): \(result)")
                        if present == .newer {
                            #expect([old, scene.whole].contains(try await CacheContent(of: folder)), "\(fault)")
                        }
                        let next = try await Self.restore(folder, nil)
                        #expect(next.ending == .exited(0), "\(fault): \(next)")
                        #expect(try await CacheContent(of: folder) == old, "\(fault)")
                        let after = try await folder.runLines(["check", "sync", "sync"])
                        #expect(after.ending == .exited(0) && after.output.hasPrefix("all is well"), "\(after)")
                        #expect(try await CacheContent(of: folder) == scene.whole, "\(fault)")
                    }
                }
            }
        }

        /// A folder with a backup of the older world, and what the backup holds.
        private static func withFolder<Value>(
            _ scene: SyncScene, _ present: Present, _ body: (CacheFolder, CacheContent) async throws -> Value
        ) async throws -> Value {
            try await scene.withFolder { folder in
                let old = try await CacheContent(of: folder)
                let backup = try await folder.start("backup", folder.path("backup.db")).result
                try #require(backup.ending == .exited(0), "\(backup)")
                try await folder.settle()
                switch present {
                case .newer: break
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
                return try await body(folder, old)
            }
        }

        private static func restore(
            _ folder: CacheFolder, _ fault: DiskFault?, log: String? = nil
        ) async throws -> ProgramResult {
            let variables = try DiskFaultLibrary.shared.get().environment(fault, files: folder.database, log: log)
            return try await folder.start("restore", folder.path("backup.db"), variables: variables).result
        }
    }
#endif
