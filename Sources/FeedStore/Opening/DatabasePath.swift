import Foundation

/// Finds the one path of a database, however it is named.
///
/// SQLite names the log after the database's path. Two names at work at once would mean two logs of one file, and lost
/// transactions ("How To Corrupt An SQLite Database File" §2.5). So symbolic links and relative paths are resolved once,
/// when the database is opened. A hard link cannot be resolved from outside: the database itself says under which path
/// it was opened for writing, and a file with several names is opened under that one. Where that path no longer leads to
/// it, no one can know which of its names has the log, and it is refused.
///
/// A single file that is mounted under a second path shows neither as a link nor in the number of its names; there, only
/// the lock of a sync, which is the file's, keeps two of them apart.
enum DatabasePath {
    /// The path to use for the database called `name`, which need not exist.
    ///
    /// - Throws: `StoreError.cannotCreate` where its folder is missing or it is a link to nothing; `.linked`.
    static func resolve(_ name: String) throws(StoreError) -> String {
        var status = stat()
        guard stat(name, &status) == 0 else { return try resolveMissing(name, errno) }
        guard let path = realPath(name) else { throw .inaccessible(name) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return path }
        return try resolveLinked(path)
    }

    private static func resolveMissing(_ name: String, _ code: Int32) throws(StoreError) -> String {
        guard code == ENOENT else { throw .cannotCreate(path: name, reason: String(cString: strerror(code))) }
        // As on a disk that is not mounted.
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: name) {
            throw .cannotCreate(path: name, reason: "it is a link to \(target), which does not exist")
        }
        let file = URL(filePath: name)
        guard let folder = realPath(file.deletingLastPathComponent().path) else {
            throw .cannotCreate(path: name, reason: String(cString: strerror(errno)))
        }
        return (folder == "/" ? "" : folder) + "/" + file.lastPathComponent
    }

    /// The name with the log, of a file that has several.
    private static func resolveLinked(_ path: String) throws(StoreError) -> String {
        let identity = FileIdentity(path: path)
        // A writer may be at work on the very pages that are read: what makes no sense is read again.
        for _ in 0..<3 {
            guard let file = try? PlainConnection(path: path, .immutable), let marks = try? DatabaseHeader(file) else {
                continue
            }
            // What is wrong with it is for the next check to say.
            guard marks.isOurs || marks.isFresh else { return path }
            guard let known = (try? file.text("SELECT path FROM location")) ?? nil else { continue }
            if realPath(known) == known, FileIdentity(path: known) == identity { return known }
        }
        throw .linked(path: path)
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
