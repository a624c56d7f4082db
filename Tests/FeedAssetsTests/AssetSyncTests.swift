import FeedModel
import Foundation
import Synchronization
import Testing

@testable import FeedAssets
@testable import FeedCache
@testable import FeedStore

@Suite("A sync of pictures")
struct AssetSyncTests {
    @Test("fetches those of the first rows once, as files under the digest of their content")
    func first() async throws {
        let bench = try await AssetBench((1...30).map(String.init), ahead: 20)
        #expect(try await bench.sync() == AssetReport(stored: 20))
        #expect(bench.asked() == (1...20).map(String.init).sorted())
        #expect(bench.files.count == 20)
        let content = try #require(try bench.record("7")?.content)
        #expect(content.type == "image/png" && content.bytes == 100 && content.ratio == 0.75)
        let file = try Data(contentsOf: URL(filePath: bench.folder.path("feed.db-assets/\(content.digest)")))
        #expect(Array(file) == AssetServer.png("/img/7.png 1"))
        #expect(try bench.folder.permissions("feed.db-assets") == 0o700)
        #expect(try bench.folder.permissions("feed.db-assets/\(content.digest)") == 0o600)
        #expect(try await bench.sync().isEmpty)
        #expect(bench.asked() == [])
        #expect(try bench.notes() == [])
    }

    @Test("ends where the database fails, and says so")
    func failingDatabase() async throws {
        let bench = try await AssetBench(["a"])
        try await bench.sync()
        try bench.cache.database.run(
            "CREATE TRIGGER fails BEFORE INSERT ON asset BEGIN SELECT RAISE(ABORT, 'no room'); END", [])
        bench.show(["a", "b"])
        await #expect(throws: StoreError.self) { try await bench.sync() }
    }

    @Test("names the file that cannot be written, and fetches it next time")
    func failingFolder() async throws {
        let bench = try await AssetBench(["a"])
        let folder = bench.folder.path("feed.db-assets")
        try Data().write(to: URL(filePath: folder))
        let report = try await bench.sync()
        #expect(report.failed == 1 && bench.asked() == [])
        let failure = try #require(report.lastFailure)
        #expect(failure.hasPrefix("cannot read or write \(folder)/new-") && failure.hasSuffix(": Not a directory"))
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await bench.sync() == AssetReport(stored: 1))
    }

    @Test("asks again when their time is over, with their validators")
    func again() async throws {
        let bench = try await AssetBench(["a", "b", "short"])
        bench.server.edit { state in
            state.answers[AssetBench.location("short")] = AssetServer.Answer(
                headers: ["Content-Type": "image/png", "Cache-Control": "max-age=1200"], body: AssetServer.png("short"))
        }
        try await bench.sync()
        _ = bench.asked()
        bench.clock.step(by: 1_201)
        #expect(try await bench.sync() == AssetReport(unchanged: 1))
        #expect(bench.asked() == ["short"])
        bench.clock.step(by: 86_400)
        bench.server.edit { $0.versions["/img/b.png"] = 2 }
        #expect(try await bench.sync() == AssetReport(stored: 1, unchanged: 2))
        #expect(bench.server.edit { $0.unmodified } == 1)
        #expect(bench.files.count == 3, "the file of the old content is gone")
        #expect(try await bench.sync(SyncOptions(isFull: true)) == AssetReport(unchanged: 3))
        #expect(try bench.notes() == [])
    }

    @Test("what is no picture, or not all of one, is not stored, and is tried again later")
    func refused() async throws {
        let bench = try await AssetBench(["missing", "page", "login", "cut", "empty", "fine", "octets", "jpeg"])
        let png = AssetServer.png("x")
        let html = Array("\n<!DOCTYPE html><p>Sign in".utf8)
        bench.server.edit { state in
            for (name, answer) in [
                "missing": AssetServer.Answer(status: 404),
                "page": AssetServer.Answer(headers: ["Content-Type": "text/html; charset=utf-8"], body: html),
                "login": AssetServer.Answer(headers: ["Content-Type": "image/svg+xml"], body: html),
                "cut": AssetServer.Answer(headers: ["Content-Type": "image/png"], body: png, cut: 50),
                "empty": AssetServer.Answer(headers: ["Content-Type": "image/png"]),
                "octets": AssetServer.Answer(headers: ["Content-Type": "application/octet-stream"], body: png),
                "jpeg": AssetServer.Answer(headers: ["Content-Type": "image/jpeg"], body: [1, 2, 3]),
            ] {
                state.answers[AssetBench.location(name)] = answer
            }
        }
        let report = try await bench.cache.sync()
        #expect(report.outcome == .complete, "the list is as the server has it")
        let assets = try #require(report.assets)
        #expect((assets.stored, assets.failed, assets.left) == (2, 6, 0))
        #expect(report.namedWarnings.first?.hasPrefix("pictures: 6 URLs could not be had") == true)
        #expect(try bench.record("octets")?.content?.type == "image/png")
        #expect(try bench.record("page")?.error == "the answer is text/html; taken is image/*")
        #expect(try bench.record("login")?.content == nil)
        #expect(bench.files.count == 2)
        #expect(try bench.notes() == [])
        _ = bench.asked()
        bench.clock.step(by: 61)
        bench.server.edit { $0.answers = [:] }
        try await bench.sync()
        #expect(bench.asked() == ["cut"], "the others are asked for after a day")
        bench.clock.step(by: 86_400)
        #expect(try await bench.sync().failed == 0)
        #expect(bench.files.count == 8)
    }

    @Test("what is stored stays where its server says that it is gone, or is not there")
    func kept() async throws {
        let bench = try await AssetBench(["a", "b"])
        try await bench.sync()
        bench.server.edit { $0.answers[AssetBench.location("a")] = AssetServer.Answer(status: 410) }
        bench.clock.step(by: 86_401)
        #expect(try await bench.sync().failed == 1)
        #expect(bench.files.count == 2)
        bench.server.edit { $0.isOffline = true }
        bench.clock.step(by: 86_401)
        #expect(try await bench.cache.sync().assets == nil, "nothing is asked for where the list cannot be had")
        #expect(bench.files.count == 2)
    }

    @Test("a server that does not answer is asked three times; the others are not kept waiting")
    func dead() async throws {
        let names = (1...10).map { "https://cdn.example.com/\($0).png" }
        let bench = try await AssetBench(names + ["a"], source: "concurrency = 1")
        bench.server.edit { state in
            for name in names { state.answers[name] = AssetServer.Answer(status: 503) }
        }
        let report = try await bench.sync()
        #expect((report.stored, report.failed, report.left) == (1, 3, 7))
    }

    @Test("credentials go to the origin of the API alone, and other schemes are not asked for")
    func origins() async throws {
        let bench = try await AssetBench([
            "a", "https://cdn.example.com/b.png", "ftp://api.example.com/c.png", "data:image/png;base64,AAAA/",
            "file:///etc/passwd",
        ])
        let report = try await bench.sync()
        #expect((report.stored, report.failed) == (2, 2))
        #expect(bench.server.edit { $0.trusted } == [AssetBench.location("a")])
        #expect(bench.server.asked() == [AssetBench.location("a"), "https://cdn.example.com/b.png"])
    }

    @Test("two URLs with one content share a file, which stays as long as one of them")
    func shared() async throws {
        let bench = try await AssetBench(["a", "b"])
        let same = AssetServer.Answer(headers: ["Content-Type": "image/png"], body: AssetServer.png("same"))
        bench.server.edit { state in
            state.answers = [AssetBench.location("a"): same, AssetBench.location("b"): same]
        }
        #expect(try await bench.sync() == AssetReport(stored: 2))
        #expect(bench.files.count == 1)
        bench.server.edit { $0.answers[AssetBench.location("a")] = nil }
        #expect(try await bench.sync(SyncOptions(isFull: true)) == AssetReport(stored: 1, unchanged: 1))
        #expect(bench.files.count == 2)
        #expect(try bench.notes() == [])
    }

    @Test("a folder that cannot be made is said, and the lists are in all the same")
    func unusableFolder() async throws {
        let bench = try await AssetBench(["a"])
        try bench.folder.write("x", "feed.db-assets")
        let report = try await bench.cache.sync()
        #expect(report.outcome == .complete && report.assets?.failed == 1)
        #expect(report.namedWarnings.first?.contains("feed.db-assets") == true)
        #expect(try bench.cache.read { try $0.reader.runs(limit: 1) }.first?.ended != nil)
        try FileManager.default.removeItem(atPath: bench.folder.path("feed.db-assets"))
        #expect(try await bench.sync() == AssetReport(stored: 1))
    }

    @Test("what came before a sync was cancelled is stored, and the next one asks for the rest")
    func cancelled() async throws {
        let names = (1...30).map(String.init)
        let bench = try await AssetBench(names, source: "concurrency = 1", ahead: 30)
        let sync = Mutex<Task<Void, any Error>?>(nil)
        let parts = Mutex(0)
        bench.server.edit { state in
            state.midway = {
                let count = parts.withLock { count in
                    count += 1
                    return count
                }
                if count > 20 { sync.withLock { $0?.cancel() } }
            }
        }
        let cache = bench.cache
        let task = Task { _ = try await cache.sync() }
        sync.withLock { $0 = task }
        _ = await task.result
        let stored = bench.files.count
        #expect((10..<30).contains(stored))
        #expect(try names.count { try bench.record($0)?.content != nil } == stored)
        bench.server.edit { $0.midway = nil }
        #expect(try await bench.sync().stored == 30 - stored)
        #expect(try bench.notes() == [])
    }

    @Test("a dry run fetches none")
    func dryRun() async throws {
        let bench = try await AssetBench(["a"])
        #expect(try await bench.cache.dryRun().assets == nil)
        #expect(bench.asked() == [])
    }
}
