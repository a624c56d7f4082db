import FeedSchema
import Foundation
import GRDBSQLite

/// The file before it is opened for writing: is it ours, or may it be made?
struct DatabaseFile {
    let path: String

    /// The smallest page of a SQLite database, in bytes (SQLite's file format, §1.3.2).
    private static let smallestSize = 512

    /// Creates the file with mode 0600 (SQLite gives its side files the same), or makes sure that it is ours.
    ///
    /// - Throws: `StoreError`; a file that is not ours, or newer, is left as it is, and nothing is made beside it.
    func prepare() throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw .cannotCreate(path: path, reason: String(cString: strerror(errno))) }
        if let target = brokenLink() {
            throw .cannotCreate(path: path, reason: "it is a link to \(target), which does not exist")
        }
        try verifyKind()
        // What the file itself says decides where it can, since to look into a log SQLite has to make files.
        if let marks = try? marks(ignoringLog: true), !marks.isFresh, !marks.isOurs { throw .foreign(path: path) }
        let marks = try marks(ignoringLog: false)
        guard marks.isFresh || marks.isOurs else { throw .foreign(path: path) }
        guard marks.version <= FeedSchema.migrations.count else {
            throw .newer(path: path, version: Int(clamping: marks.version))
        }
    }

    /// Which file stands at the path: another one by that name has another number.
    func identity() -> FileIdentity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// Looks at the file from outside: a pipe would be waited for for ever.
    private func verifyKind() throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .cannotAccess(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotAccess(path: path, reason: "it is no plain file") }
        // SQLite takes a file too short for its header for an empty database, and would write over it.
        guard status.st_size == 0 || status.st_size >= Self.smallestSize else { throw .foreign(path: path) }
    }

    /// What the path links to where nothing is there, as on a disk that is not mounted.
    private func brokenLink() -> String? {
        var status = stat()
        guard stat(path, &status) != 0, errno == ENOENT else { return nil }
        return try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    private func marks(ignoringLog: Bool) throws(StoreError) -> DatabaseMarks {
        do {
            return try DatabaseMarks(path: path, ignoringLog: ignoringLog)
        } catch {
            switch error.code & 0xFF {
            case SQLITE_NOTADB: throw .foreign(path: path)
            case SQLITE_CORRUPT: throw .damaged(path: path, reason: error.message)
            default: throw .cannotAccess(path: path, reason: error.message)
            }
        }
    }
}

/// A file, whatever its name.
struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64
}
