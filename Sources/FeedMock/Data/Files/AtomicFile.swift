import Foundation

/// Files that are there whole or not at all.
enum AtomicFile {
    struct WritingError: Error {
        let reason: String
    }

    /// Writes a file beside `path`, has the disk take it, and renames it; keeps the permissions of the one there was.
    ///
    /// - Parameters:
    ///   - bytes: all of it
    ///   - mode: the permissions of a file that is new
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o644) throws(WritingError) {
        let draft = path + ".\(UUID().uuidString).tmp"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WritingError.last }
        var state = stat()
        let mode = stat(path, &state) == 0 ? state.st_mode & 0o777 : mode
        let isWritten = writeAll(bytes, to: descriptor) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        let isThere = isWritten && rename(draft, path) == 0
        let error = WritingError.last
        close(descriptor)
        if isThere { return }
        unlink(draft)
        throw error
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = pwrite(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(rest.startIndex))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

extension AtomicFile.WritingError {
    fileprivate static var last: Self { Self(reason: String(cString: strerror(errno))) }
}
