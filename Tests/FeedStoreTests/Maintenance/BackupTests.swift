import FeedModel
import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("A backup")
struct BackupTests {
    private let fixture: StoreFixture
    private var path: String { fixture.folder.appending(path: "copy.db").path }

    init() throws {
        fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"], ["3"]])
    }

    @Test("is the whole cache in one file of the user's alone")
    func whole() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        try fixture.database.backup(to: path)
        let made = Set(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)).subtracting(before)
        #expect(made == ["copy.db"])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let copy = try FeedDatabase(path: path)
        #expect(
            try copy.read(source: "test") { try $0.list("list").window(offset: 0, limit: 9).map(\.key) } == [
                "1", "2", "3",
            ])
        #expect(try copy.read { try $0.checkIntegrity() } == [])
    }

    @Test("replaces no file, and leaves none when it fails")
    func existing() throws {
        try Data("precious".utf8).write(to: URL(filePath: path))
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        #expect { try fixture.database.backup(to: path) } throws: { ($0 as? StoreError)?.code == "cannot_create" }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        #expect { try fixture.database.backup(to: fixture.folder.path + "/no/copy.db") } throws: {
            ($0 as? StoreError)?.code == "cannot_create"
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == before)
    }

    @Test("of no database, or an empty one, is none", arguments: [true, false])
    func nothing(isEmpty: Bool) throws {
        let other = fixture.folder.appending(path: "other.db").path
        if isEmpty { try Data().write(to: URL(filePath: other)) }
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        #expect(throws: ChangeStreamError.noCache(path: other)) { try FeedDatabase(path: other).backup(to: path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == before)
    }

    @Test("whose task is cancelled leaves no file", arguments: [true, false])
    func cancelled(isChecked: Bool) async throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        let (database, path) = (fixture.database, path)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try database.backup(to: path, isChecked: isChecked)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == before)
    }

    @Test("to a place without room is no fault of the database")
    func full() throws {
        let copy = try DatabaseQueue()
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        #expect { try fixture.database.readSource().reader.backup(to: copy) } throws: {
            ($0 as? DatabaseError)?.resultCode == .SQLITE_FULL
        }
    }

    @Test("of a cache that is being written is one whole state of it")
    func whileWriting() throws {
        let state = try fixture.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: fixture.now)
        try fixture.write([TestItem("7")], page: 1, of: 9, walk: state.number)
        try fixture.database.backup(to: path)
        let copy = try FeedDatabase(path: path)
        #expect(try copy.read { try $0.checkIntegrity() } == [])
        #expect(try copy.read(source: "test") { try $0.list("list").count() } == 4)
    }
}
