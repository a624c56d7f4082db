import FeedSchema
import Foundation
import GRDB

/// The file before SQLite writes to it: is it ours, or may it be made?
struct DatabaseFile {
    let path: String

    private static let magic = Array("SQLite format 3\u{0}".utf8)

    /// Creates the file with mode 0600 (SQLite gives its side files the same), or makes sure that it is ours.
    func prepare() throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw .cannotCreate(path: path, reason: String(cString: strerror(errno))) }
        try verifyOwnership()
    }

    private func verifyOwnership() throws(StoreError) {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .cannotAccess(path: path, reason: String(cString: strerror(errno)))
        }
        defer { try? handle.close() }
        let head: [UInt8]
        do {
            head = Array(try handle.read(upToCount: Self.magic.count) ?? Data())
        } catch {
            throw .cannotAccess(path: path, reason: "it is no file that can be read")
        }
        guard !head.isEmpty else { return }
        guard head == Self.magic else { throw .foreign(path: path) }
        do {
            try verifyMarks()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch {
            throw .cannotAccess(path: path, reason: "\(error)")
        }
    }

    /// Looks through a read-only connection, since what the WAL holds counts too.
    private func verifyMarks() throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        try DatabaseQueue(path: path, configuration: configuration).read { db in
            let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            let isFresh = application == 0 && version == 0 && tables == 0
            guard isFresh || application == FeedSchema.applicationID else { throw StoreError.foreign(path: path) }
            guard version <= FeedSchema.migrations.count else { throw StoreError.newer(path: path, version: version) }
        }
    }
}
