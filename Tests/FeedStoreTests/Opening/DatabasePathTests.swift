import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("The place of a database")
struct DatabasePathTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("feed.db") }
    private var other: String { folder.path("other.db") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("is one, by a symbolic link, by a path that is not absolute, and by one with dots")
    func links() throws {
        _ = try FeedDatabase(path: path).source(named: "s")
        try #require(symlink("feed.db", other) == 0)
        try #require(symlink(folder.path, folder.path("folder")) == 0)
        for name in [
            other, folder.path("folder/feed.db"),
            folder.path("folder/../\(URL(filePath: folder.path).lastPathComponent)/./feed.db"),
        ] {
            #expect(try FeedDatabase(path: name).path == path, "\(name)")
        }
        let working = FileManager.default.currentDirectoryPath
        let up = working.split(separator: "/").map { _ in ".." }.joined(separator: "/")
        #expect(try FeedDatabase(path: up + path).path == path)
    }

    @Test("is the place where it will be, where there is none yet")
    func missing() throws {
        try #require(symlink(folder.path, folder.path("folder")) == 0)
        #expect(try FeedDatabase(path: folder.path("folder/new.db")).path == folder.path("new.db"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["folder"])
    }

    @Test("cannot be at the end of a link to nothing, nor in a folder that is not there")
    func nowhere() throws {
        let target = folder.path("target")
        try #require(symlink(target, other) == 0)
        #expect(throws: StoreError.cannotCreate(path: other, reason: "it is a link to \(target), which does not exist"))
        {
            try FeedDatabase(path: other)
        }
        #expect(throws: StoreError.self) { try FeedDatabase(path: folder.path("no/feed.db")) }
    }

    @Test("is the one it was opened at for writing, by a hard link too, so that there is one log")
    func hardLinks() throws {
        let database = try FeedDatabase(path: path)
        _ = try database.source(named: "s")
        try #require(link(path, other) == 0)
        let linked = try FeedDatabase(path: other)
        #expect(linked.path == path)
        _ = try linked.source(named: "t")
        #expect(try database.read { try $0.sourceID(named: "t") } != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains("other.db-wal") == false)
    }

    @Test("is not known where a file of several names was moved, and it is refused")
    func movedAndLinked() throws {
        let moved = folder.path("moved.db")
        _ = try FeedDatabase(path: path).source(named: "s")
        try #require(link(path, other) == 0)
        try #require(rename(path, moved) == 0)
        for name in [moved, other] {
            #expect(throws: StoreError.linked(path: name)) { try FeedDatabase(path: name) }
        }
        unlink(other)
        // Once it was written to there, that is where it is.
        _ = try FeedDatabase(path: moved).source(named: "t")
        try #require(link(moved, other) == 0)
        #expect(try FeedDatabase(path: other).path == moved)
    }

    @Test("is not asked of a file that is not ours")
    func foreign() throws {
        try folder.write(String(repeating: "hello ", count: 200), "feed.db")
        try #require(link(path, other) == 0)
        #expect(throws: StoreError.self) { try FeedDatabase(path: other) }
        #expect(try folder.text("feed.db").count == 1_200)
    }
}
