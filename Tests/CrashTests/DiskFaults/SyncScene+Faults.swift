#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    extension SyncScene {
        /// How many calls to the disk an undisturbed sync makes.
        func countDiskCalls() async throws -> Int {
            try await withFolder { folder in
                try await folder.countDiskCalls { try await disturbedSync(in: folder, nil, log: $0) }
            }
        }

        /// Lets a sync meet each of the faults, has `judge` look at how it ended, and makes sure that the cache recovers.
        func forEach(
            _ faults: [DiskFault],
            _ judge: @escaping @Sendable (CacheFolder, DiskFault, ProgramResult) async throws -> Void
        ) async throws {
            if Soak.isOn {
                print("from \(start.rawValue): \(faults.count) times \(faults.first?.kind.rawValue ?? "none")")
            }
            try await Self.sideBySide(faults) { fault in
                try await withFolder { folder in
                    let result = try await disturbedSync(in: folder, fault)
                    try await judge(folder, fault, result)
                    try await expectRecovery(in: folder, "\(fault), from \(start.rawValue)")
                }
            }
        }

        private func disturbedSync(
            in folder: CacheFolder, _ fault: DiskFault?, log: String? = nil
        ) async throws -> ProgramResult {
            let variables = try DiskFaultLibrary.shared.get()
                .environment(fault, files: folder.database, log: log)
            return try await folder.start("sync", variables: variables).result
        }
    }

    extension CacheFolder {
        /// How many calls to the disk a program makes that ends well.
        ///
        /// - Parameter run: runs it, with a file that gets a line for each call.
        func countDiskCalls(_ run: (_ log: String) async throws -> ProgramResult) async throws -> Int {
            let log = path("calls")
            let result = try await run(log)
            try #require(result.ending == .exited(0), "\(result)")
            return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
        }
    }
#endif
