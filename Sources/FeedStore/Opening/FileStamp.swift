import Foundation

/// A file, whatever its name: by a symbolic link, a hard link or a mount it is the same.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    /// Its number (inode) there.
    package let number: UInt64

    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// A state of a file: which file it is, its size, and when it was last written. Every write makes another one.
package struct FileStamp: Hashable, Sendable {
    private let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate var isEmpty: Bool { size == 0 }

    /// How long a file is, in bytes; nil where there is none.
    static func length(at path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// The state of the regular file at `path`; nil where there is none. What a pipe holds shows in no stamp.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let written = status.st_mtimespec
        #else
            let written = status.st_mtim
        #endif
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        seconds = written.tv_sec
        nanoseconds = written.tv_nsec
    }
}

/// A state of a database's file and of the log beside it: every write to either makes another one.
struct DatabaseFileStamp: Equatable {
    private let file: FileStamp?
    /// Nil for an empty one: a read that finds no room for the log's files leaves that.
    private let log: FileStamp?

    init(path: String) {
        file = FileStamp(path: path)
        log = FileStamp(path: path + "-wal").flatMap { $0.isEmpty ? nil : $0 }
    }
}
