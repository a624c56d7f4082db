import FeedModel
import Foundation
import Synchronization

/// A file of a picture while it is written. A lock on it tells other processes that it is; it ends with the process.
///
/// It is not forced to the disk: what a power cut takes is shorter than its row says, and fetched again. The lock of this
/// process guards the digest and the length.
package final class AssetFile: Sendable {
    private struct State {
        var hash = SHA256()
        var bytes: Int64 = 0
        var isNamed = false
    }

    let path: String
    private let descriptor: Int32
    private let state = Mutex(State())

    /// Nil where another process or thread has taken it for one that was left, in the moment before it was locked, and
    /// deleted it.
    init?(path: String) throws(StoreError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unkept(path) }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_nlink > 0 else { return nil }
    }

    deinit {
        if !state.withLock(\.isNamed) { unlink(path) }
        close(descriptor)
    }

    package var bytes: Int64 { state.withLock(\.bytes) }

    /// It has a name of its own, and stays.
    func noteName() { state.withLock { $0.isNamed = true } }

    /// SHA-256 of what was written, in hexadecimal digits.
    package var digest: String { state.withLock { $0.hash.finalize().hexadecimal } }

    package func append(_ bytes: [UInt8]) throws(StoreError) {
        let isWritten = bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        guard isWritten else { throw .unkept(path) }
        state.withLock { state in
            bytes.withUnsafeBytes { state.hash.update(bufferPointer: $0) }
            state.bytes += Int64(bytes.count)
        }
    }

    /// Begins anew, as a request that is tried again does.
    package func clear() throws(StoreError) {
        guard bytes > 0 else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unkept(path) }
        state.withLock { $0 = State() }
    }

    package func head(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            size = max(0, pread(descriptor, buffer.baseAddress, count, 0))
        }
    }
}
