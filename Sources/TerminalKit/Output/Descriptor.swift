import Foundation

package enum Descriptor {
    private static let newline = UInt8(ascii: "\n")
    /// How often a write that waits for room checks for cancellation, in milliseconds.
    private static let pollInterval: Int32 = 100
    /// How often it checks once more after that to end the line it is in, which a slow reader takes.
    private static let pollsForLine = 10

    /// Writes all of it, however many calls that takes.
    ///
    /// Where a pipe or terminal is full, it waits for room. The wait ends when the task is cancelled; what there is
    /// room for is written also then. It ends after a whole line, but for one longer than `PIPE_BUF` without a reader.
    ///
    /// - Throws: `DescriptorError`, `.interrupted` where the task was cancelled.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(DescriptorError) {
        let (waits, most) = manner(of: descriptor)
        var written = 0
        while written < bytes.count {
            let isInLine = written > 0 && bytes[written - 1] != newline
            if waits { try awaitRoom(on: descriptor, isInLine: isInLine) }
            let size = pieceSize(of: bytes[written...], most: most)
            let count = bytes.withUnsafeBytes { bytes in
                Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, size)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                try awaitRoom(on: descriptor, isInLine: isInLine)
            } else if errno != EINTR {
                throw DescriptorError(number: errno)
            }
        }
    }

    /// A file for reading and writing that no other process can open, and that is gone once it is closed.
    package static func namelessFile() throws(DescriptorError) -> Int32 {
        let path = FileManager.default.temporaryDirectory.path + "/feedcache-\(UUID().uuidString)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DescriptorError(number: errno) }
        unlink(path)
        return descriptor
    }

    /// Whether writing may have to wait for a reader, and the most bytes that one call may write without waiting once
    /// there is room: POSIX promises that of `PIPE_BUF` bytes to a pipe.
    private static func manner(of descriptor: Int32) -> (waits: Bool, most: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return (false, .max) }
        switch status.st_mode & S_IFMT {
        case S_IFIFO, S_IFSOCK: return (true, Int(PIPE_BUF))
        case S_IFCHR: return (true, .max)
        default: return (false, .max)
        }
    }

    /// Lines stay whole where they are shorter than a piece.
    private static func pieceSize(of bytes: ArraySlice<UInt8>, most: Int) -> Int {
        guard bytes.count > most else { return bytes.count }
        return bytes.prefix(most).lastIndex(of: newline).map { $0 + 1 - bytes.startIndex } ?? most
    }

    private static func awaitRoom(on descriptor: Int32, isInLine: Bool) throws(DescriptorError) {
        var polls = isInLine ? pollsForLine : 0
        while true {
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let count = poll(&state, 1, pollInterval)
            // An error or a reader that has gone is for the write to find out.
            if count > 0 { return }
            if count < 0, errno != EINTR { throw DescriptorError(number: errno) }
            guard Task.isCancelled else { continue }
            if polls == 0 { throw .interrupted }
            polls -= 1
        }
    }
}

package struct DescriptorError: Error, Equatable, CustomStringConvertible {
    /// There was no room, and the task was cancelled.
    package static let interrupted = DescriptorError(number: EINTR)

    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package var description: String { String(cString: strerror(number)) }
}
