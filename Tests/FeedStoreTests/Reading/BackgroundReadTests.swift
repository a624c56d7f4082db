import TestSupport
import Testing

@testable import FeedStore

@Suite("Reading in the background", .timeLimit(.minutes(10)))
struct BackgroundReadTests {
    @Test("goes on beside reads that block the threads which tasks share")
    func blockedThreads() async throws {
        let folder = try TemporaryFolder()
        let database = try FeedDatabase(path: folder.path("feed.db"))
        _ = try database.source(named: "s")
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var count = 0
                    for _ in 0..<40 {
                        count += try await database.readInBackground(source: "s") { try $0.runs(limit: 1).count + 1 }
                        count += try database.read(source: "s") { try $0.runs(limit: 1).count + 1 }
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count == 16 * 80)
    }
}
