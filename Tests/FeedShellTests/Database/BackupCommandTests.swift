import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("“backup”")
struct BackupCommandTests {
    @Test("takes a name for a name, also one that begins as a URI does")
    func name() async throws {
        try await apart {
            let folder = try TemporaryFolder()
            try FeedDatabase(path: folder.path("feed.db")).upgrade()
            let program = Process()
            program.executableURL = ProgramBinary.url
            program.arguments = ["backup", "file:copy.db"]
            program.environment = ["HOME": folder.path, "FEEDCACHE_DB": folder.path("feed.db")]
            program.currentDirectoryURL = URL(filePath: folder.path)
            program.standardInput = FileHandle.nullDevice
            try program.run()
            program.waitUntilExit()
            #expect(program.terminationStatus == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { $0.contains("copy.db") } == ["file:copy.db"])
            #expect(try folder.permissions("file:copy.db") == 0o600)
            let copy = FileManager.default.contents(atPath: folder.path("file:copy.db"))
            #expect(copy?.starts(with: "SQLite format 3".utf8) == true)
        }
    }

    @Test("says where there is no database, and makes no file")
    func missing() async throws {
        let fixture = try ShellFixture()
        let copy = fixture.folder.appending(path: "copy.db").path
        let result = try await fixture.run("backup \(copy)")
        #expect(result.status == .noInput && result.errors.contains("no cache"), "\(result.errors)")
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).contains { $0.contains(".db") })
    }
}
