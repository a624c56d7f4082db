import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("A database that is erased")
struct ErasedDatabaseTests {
    @Test("is read as it was or as an empty one, whoever reads it meanwhile", .timeLimit(.minutes(5)))
    func reads() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("feed.db")
        let database = try FeedDatabase(path: path)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<3 {
                let reader = try FeedDatabase(path: path)
                tasks.addTask {
                    do {
                        while !Task.isCancelled {
                            let count: Int = try await reader.readInBackground(source: "test") { reader in
                                try reader.db.value("SELECT count(*) FROM source") ?? 0
                            }
                            #expect(count <= 1)
                            _ = try reader.commitMark()
                            let query = try ReadOnlyQuery("SELECT count(*) FROM source", in: reader)
                            #expect(try query.next() != nil)
                        }
                    } catch is CancellationError {}
                }
            }
            for _ in 0..<60 {
                try database.run("INSERT INTO source (name) VALUES ('test')", [])
                try await Task.sleep(for: .milliseconds(5))
                try database.erase()
            }
            tasks.cancelAll()
            try await tasks.waitForAll()
        }
    }

    @Test("has those that observe it look at once", .timeLimit(.minutes(1)))
    func wakes() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("feed.db")
        let (database, observed) = (try FeedDatabase(path: path), try FeedDatabase(path: path))
        try database.run("INSERT INTO source (name) VALUES ('test')", [])
        let commits = Commits(of: observed, every: .seconds(1)) { _ in try await Task.sleep(for: .seconds(600)) }
        var iterator = commits.makeAsyncIterator()
        let version = try await iterator.next()
        try database.erase()
        #expect(try await iterator.next() != version)
    }

    @Test("takes with it what is beside it where the file is gone already")
    func gone() throws {
        let folder = try TemporaryFolder()
        let database = try FeedDatabase(path: folder.path("feed.db"))
        try database.run("INSERT INTO source (name) VALUES ('test')", [])
        try FileManager.default.createDirectory(
            atPath: folder.path("feed.db-assets/one"), withIntermediateDirectories: true)
        try FileManager.default.removeItem(atPath: folder.path("feed.db"))
        try database.erase()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}
