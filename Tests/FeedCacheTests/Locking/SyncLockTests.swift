import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedCache

@Suite("The lock of a sync")
struct SyncLockTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("feed.db") }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", "feed.db")
    }

    @Test("is held by one at a time, and seen to be held")
    func exclusion() throws {
        #expect(!SyncLock.isHeld(databasePath: path))
        let lock = try SyncLock(databasePath: path)
        #expect(SyncLock.isHeld(databasePath: path))
        #expect(throws: SyncBusyError(holder: nil)) { try SyncLock(databasePath: path) }
        withExtendedLifetime(lock) {}
    }

    @Test("is free once it is given back, also where a child that was forked meanwhile still has its descriptor")
    func inheritedDescriptor() throws {
        var inherited: [Int32] = []
        defer { for descriptor in inherited { close(descriptor) } }
        do {
            let lock = try SyncLock(databasePath: path)
            // What fork(2) does to a descriptor, dup(2) does as well.
            inherited = openDescriptors(of: path).map { dup($0) }
            #expect(!inherited.isEmpty)
            withExtendedLifetime(lock) {}
        }
        #expect(!SyncLock.isHeld(databasePath: path))
        #expect(throws: Never.self) { try SyncLock(databasePath: path) }
    }

    @Test("is the file's, whatever its name, and needs no other file", arguments: ["symbolic", "hard"])
    func names(kind: String) throws {
        let other = folder.path("other.db")
        try #require((kind == "hard" ? link(path, other) : symlink(path, other)) == 0)
        let target = folder.path("target")
        try #require(symlink(target, path + ".lock") == 0)
        // The name that the library would use: the lock never follows a link itself.
        let resolved = kind == "hard" ? other : path
        let lock = try SyncLock(databasePath: path)
        #expect(SyncLock.isHeld(databasePath: resolved))
        #expect(throws: SyncBusyError(holder: nil)) { try SyncLock(databasePath: resolved) }
        #expect(!FileManager.default.fileExists(atPath: target))
        withExtendedLifetime(lock) {}
    }

    @Test("stays with a file that is moved or deleted, and another one in its place has its own")
    func replaced() throws {
        let lock = try SyncLock(databasePath: path)
        try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved.db"))
        try folder.write("", "feed.db")
        #expect(SyncLock.isHeld(databasePath: folder.path("moved.db")))
        #expect(!SyncLock.isHeld(databasePath: path))
        let other = try SyncLock(databasePath: path)
        withExtendedLifetime((lock, other)) {}
    }

    @Test("of a file that is not there cannot be had, and is not held")
    func missing() throws {
        let path = folder.path("missing.db")
        #expect(!SyncLock.isHeld(databasePath: path))
        #expect(throws: StoreError.cannotAccess(path: path, reason: "No such file or directory")) {
            try SyncLock(databasePath: path)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    private func openDescriptors(of path: String) -> [Int32] {
        let sought = FileIdentity(path: path)
        return (0..<65_536).filter { FileIdentity(descriptor: $0) == sought }
    }
}
