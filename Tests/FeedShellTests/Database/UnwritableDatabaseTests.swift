import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("A database that may not be written")
struct UnwritableDatabaseTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("feed.db") }

    init() throws { folder = try TemporaryFolder() }

    /// Changes the database, by a user whom modes hold to.
    private func write() throws -> Int32 {
        let program = [ProgramBinary.url.path, "changes", "--new-cache", "--db", path]
        let user = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        if geteuid() == 0 { try ForeignProgram.start("/bin/chown", ["-R", "nobody", folder.path]) }
        let words = user + program
        return try ForeignProgram.run(words[0], Array(words.dropFirst()), environment: ["HOME": folder.path]).status
    }

    private var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("feed.db") }
        }
    }

    @Test("gets no log that its owner could not write to later")
    func refused() throws {
        try FeedDatabase(path: path).upgrade()
        #expect(chmod(path, 0o444) == 0)
        #expect(try write() == 74)
        #expect(try names == ["feed.db"])
        #expect(chmod(path, 0o600) == 0)
        #expect(try write() == 0)
    }

    @Test("is written once it may be, whatever log was made before")
    func leftLog() throws {
        try FeedDatabase(path: path).upgrade()
        for suffix in ["-wal", "-shm"] {
            try folder.write("", "feed.db" + suffix)
            #expect(chmod(path + suffix, 0o444) == 0)
        }
        #expect(try write() == 0)
        #expect(try names == ["feed.db"])
    }
}
