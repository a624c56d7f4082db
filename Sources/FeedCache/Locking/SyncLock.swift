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
        // `deinit` closes it, also when this throws: a second time would hit another file that was opened meanwhile.
        guard let reason = Self.take(descriptor) else { return }
        throw reason == EWOULDBLOCK ? .held : .unavailable(path: path, reason: String(cString: strerror(reason)))
    }

    /// Nil when the lock is ours, else why not.
    ///
    /// Who only looks (`isHeld`) shares it for a moment: it is a sync's only when it cannot even be shared. That moment
    /// is waited for, though not for ever: whoever looks may be stopped just then.
    private static func take(_ descriptor: Int32) -> Int32? {
        for _ in 0..<1_000 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return nil }
            if flock(descriptor, LOCK_SH | LOCK_NB) != 0 { return errno }
            flock(descriptor, LOCK_UN)
            usleep(100)
        }
        return EWOULDBLOCK
    }

    /// Given back in so many words: a child that was forked meanwhile has the descriptor too until it calls exec(2), and
    /// closing ours alone would leave the lock with it.
    deinit {
        guard descriptor >= 0 else { return }
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether somebody syncs right now. The answer may be old when it is read.
    static func isHeld(databasePath: String) -> Bool {
        let descriptor = open(databasePath + ".lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(descriptor, LOCK_UN)
        return false
    }
}

/// Why the lock is not ours.
public enum SyncLockError: Error, Equatable, Sendable {
    /// Another sync is running.
    case held
    case unavailable(path: String, reason: String)
}
