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
    }

    @Test("is held by one at a time, and seen to be held")
    func exclusion() throws {
        #expect(!SyncLock.isHeld(databasePath: path))
        let lock = try SyncLock(databasePath: path)
        #expect(SyncLock.isHeld(databasePath: path))
        #expect(throws: SyncLockError.held) { try SyncLock(databasePath: path) }
        withExtendedLifetime(lock) {}
    }

    @Test("is free once it is given back, also where a child that was forked meanwhile still has its descriptor")
    func inheritedDescriptor() throws {
        var inherited: [Int32] = []
        defer { for descriptor in inherited { close(descriptor) } }
        do {
            let lock = try SyncLock(databasePath: path)
            // What fork(2) does to a descriptor, dup(2) does as well.
            inherited = try openDescriptors(of: path + ".lock").map { dup($0) }
            #expect(!inherited.isEmpty)
            withExtendedLifetime(lock) {}
        }
        #expect(!SyncLock.isHeld(databasePath: path))
        #expect(throws: Never.self) { try SyncLock(databasePath: path) }
    }

    private func openDescriptors(of path: String) throws -> [Int32] {
        var sought = stat()
        try #require(stat(path, &sought) == 0)
        return (0..<65_536).filter { descriptor in
            var status = stat()
            return fstat(descriptor, &status) == 0 && status.st_ino == sought.st_ino && status.st_dev == sought.st_dev
        }
    }
}
