import Foundation

/// The right to write to a database, held by one process at a time.
///
/// It is an advisory lock (flock(2)) on a file beside the database: the kernel frees it when its holder ends, however
/// that happens, so no dead process can keep it. Who holds it, since when and how far it has come stands in the ledger
/// of runs, where readers find it.
final class SyncLock {
    private let descriptor: Int32

    /// Takes the lock or fails at once.
    ///
    /// - Throws: `SyncLockError.held` when another process, or another sync of this one, has it.
    init(databasePath: String) throws(SyncLockError) {
        let path = databasePath + ".lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unavailable(path: path, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            throw reason == EWOULDBLOCK ? .held : .unavailable(path: path, reason: String(cString: strerror(reason)))
        }
    }

    deinit {
        close(descriptor)
    }

    /// Whether somebody syncs right now. The answer may be old when it is read.
    static func isHeld(databasePath: String) -> Bool {
        let descriptor = open(databasePath + ".lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        return false
    }
}

/// Why the lock is not ours.
public enum SyncLockError: Error, Equatable, Sendable {
    /// Another sync is running.
    case held
    case unavailable(path: String, reason: String)
}
