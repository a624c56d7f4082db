import Foundation
import Synchronization

/// A file descriptor that results or messages are written to, in whole pieces.
///
/// The lock keeps pieces of different tasks apart.
final class Output: Sendable {
    private let descriptor: Int32
    private let lock = Mutex(())

    static let standard = Output(descriptor: STDOUT_FILENO)
    static let error = Output(descriptor: STDERR_FILENO)
    static let errorDescriptor = STDERR_FILENO

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whether somebody looks at it.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether the other end of a pipe or terminal is gone: nobody will read what is written.
    var isAbandoned: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && Int32(state.revents) & (POLLERR | POLLHUP) != 0
    }

    /// Writes all of it.
    ///
    /// - Throws: `OutputError` where the other side is gone or the disk is full.
    func write(_ bytes: [UInt8]) throws {
        try lock.withLock { _ in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    throw errno == EPIPE ? OutputError.closed : OutputError.failed(String(cString: strerror(errno)))
                }
            }
        }
    }

    func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    func line(_ text: String) throws {
        try write(text + "\n")
    }
}

/// Why output did not get out.
enum OutputError: Error {
    /// Nobody reads any more, as in `feedcache export photos | head`.
    case closed
    case failed(String)
}
