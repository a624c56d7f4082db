import Foundation

/// A file, whatever its name: by a symbolic link, a hard link or a mount it is the same.
public struct FileIdentity: Hashable, Sendable {
    /// The device it is on.
    public let device: UInt64
    /// Its number (inode) there.
    public let number: UInt64

    /// The file that `path` leads to; nil where there is none.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that is open; nil where nothing is.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}
