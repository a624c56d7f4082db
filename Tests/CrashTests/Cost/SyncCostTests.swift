#if os(Linux)
    import FeedMock
    import FeedModel
    import Foundation
    import Testing

    /// The bounds hold where the server is so slow that each page is written alone.
    @Suite("What a sync costs", .serialized, .timeLimit(.minutes(10)))
    struct SyncCostTests {
        /// What a sync did, counted.
        private struct Cost {
            let requests: Int
            let transactions: Int
            /// Calls that make the disk keep what was written.
            let flushes: Int
            /// Bytes written to the log of the database.
            let logBytes: Int
            let allocations: Int
        }

        @Test("of 2,000 photos in 100 pages stays below what is written here")
        func first() async throws {
            try await withPhotos { folder in
                let cost = try await cost(of: folder)
                #expect(cost.requests <= 110)
                #expect(cost.transactions <= 120)
                #expect(cost.flushes <= 16)
                #expect(cost.logBytes <= 9_000_000)
                #expect(cost.allocations <= 1_500_000)
            }
        }

        @Test("of the same photos again, without a change, is requests and little else")
        func unchanged() async throws {
            try await withPhotos { folder in
                try await folder.sync()
                let cost = try await cost(of: folder)
                #expect(cost.requests <= 110)
                #expect(cost.transactions <= 115)
                #expect(cost.flushes <= 8)
                #expect(cost.logBytes <= 3_500_000)
                #expect(cost.allocations <= 600_000)
            }
        }

        private func withPhotos(_ body: @Sendable (CacheFolder) async throws -> Void) async throws {
            var configuration = MockConfiguration()
            configuration.sizes[.photos] = 2_000
            configuration.sizes[.articles] = 20
            configuration.sizes[.keywords] = 20
            try await withMockServer(configuration) { _, baseURL in
                let folder = try CacheFolder(baseURL: baseURL)
                defer { folder.remove() }
                try await body(folder)
            }
        }

        private static let library = Result {
            let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "cost_count.c").path
            return try PreloadedLibrary(source: source)
        }

        /// Syncs, and counts.
        private func cost(of folder: CacheFolder) async throws -> Cost {
            let (log, counts) = (folder.path("calls"), folder.path("counts"))
            var variables = try DiskFaultLibrary.shared.get().environment(nil, files: folder.database, log: log)
            variables["LD_PRELOAD"] = [variables["LD_PRELOAD"], try Self.library.get().path].compactMap(\.self)
                .joined(separator: ":")
            variables["COST_COUNT"] = counts
            let result = try await folder.start("sync", "--json", variables: variables).result
            try #require(result.ending == .exited(0), "\(result)")
            let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
                .map { $0.split(separator: " ") }
            let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            let numbers = try String(contentsOfFile: counts, encoding: .utf8).split(whereSeparator: \.isWhitespace)
                .compactMap { Int($0) }
            try #require(numbers.count == 2, "\(numbers)")
            return Cost(
                requests: try #require(report?["requests"] as? Int), transactions: numbers[1],
                flushes: calls.count { ["fsync", "fdatasync"].contains($0[1]) },
                logBytes: calls.filter { $0[2].hasSuffix("-wal") }.compactMap { Int($0[3]) }.reduce(0, +),
                allocations: numbers[0])
        }
    }
#endif
