package import FeedModel
package import FeedStore
import Foundation
import Synchronization

/// The right to sync a database, held by one process at a time.
///
/// It is an advisory lock on the database's file itself, so it is one and the same however the file is named, and there
/// is no other file that could be deleted or replaced. The kernel frees it when its holder ends, however that happens,
/// so no dead process can keep it. Who holds it, since when and how far it has come is in the ledger of runs, where
/// readers find it.
///
/// It belongs to an open file description (fcntl(2), F_OFD_SETLK) and is on a byte far beyond those that SQLite locks
/// (SQLite's "File Locking And Concurrency"), so neither gets into the other's way.
///
/// A descriptor stays open while anything else of this process has the file open: to close one would drop the locks that
/// SQLite holds on the same file for this process (POSIX; "How To Corrupt An SQLite Database File" §2.2). There are at
/// most two for each file that was synced or asked about.
///
/// The mutex guards the list of descriptors; inside one process it is also what keeps two syncs apart.
final class SyncLock: Sendable {
    private struct Descriptors {
        var reading: Int32?
        var writing: Int32?
        var isLocked = false
    }

    private static let files = Mutex<[FileIdentity: Descriptors]>([:])

    /// The byte that is locked. SQLite's own are those from 2³⁰ on, for 512 bytes.
    private static let place: off_t = 1 << 62

    private let file: FileIdentity

    /// Takes the lock or fails at once. The file has to be there.
    ///
    /// - Throws: `SyncBusyError` when another process, or another sync of this one, has it; `StoreError`.
    init(databasePath: String) throws {
        while true {
            let file = try Self.lock(databasePath)
            if FileIdentity(path: databasePath) == file {
                self.file = file
                return
            }
            // Another file took its place meanwhile: that one is to be locked.
            Self.unlock(file)
        }
    }

    deinit {
        Self.unlock(file)
    }

    private static func lock(_ path: String) throws -> FileIdentity {
        try files.withLock { files in
            let (file, descriptor) = try open(path, \.writing, O_RDWR, &files)
            guard files[file]?.isLocked != true else { throw SyncBusyError(holder: nil) }
            try set(F_WRLCK, descriptor, path)
            files[file]?.isLocked = true
            return file
        }
    }

    /// Gives a lock back, in so many words: a child that was forked meanwhile may have the descriptor too.
    private static func unlock(_ file: FileIdentity) {
        files.withLock { files in
            guard let descriptor = files[file]?.writing else { return }
            try? set(F_UNLCK, descriptor, "")
            files[file]?.isLocked = false
        }
    }

    /// Closes the descriptors of a file, unless it is locked or something else of this process has it open.
    static func closeDescriptors(of file: FileIdentity) {
        files.withLock { files in
            guard let descriptors = files[file], !descriptors.isLocked else { return }
            let own = [descriptors.reading, descriptors.writing].compactMap(\.self)
            guard let open = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap(Int32.init),
                !open.contains(where: { !own.contains($0) && FileIdentity(descriptor: $0) == file })
            else { return }
            for descriptor in own { close(descriptor) }
            files[file] = nil
        }
    }

    /// Whether this or another process syncs right now; false where there is no file, or none to look at. The answer may
    /// be old when it is read.
    static func isHeld(databasePath: String) -> Bool {
        files.withLock { files in
            guard let (file, descriptor) = try? open(databasePath, \.reading, O_RDONLY, &files) else { return false }
            if files[file]?.isLocked == true { return true }
            var request = Self.request(F_WRLCK)
            return fcntl(descriptor, getCommand, &request) == 0 && request.l_type != Int16(F_UNLCK)
        }
    }

    private static func open(
        _ path: String, _ kind: WritableKeyPath<Descriptors, Int32?>, _ flags: Int32,
        _ files: inout [FileIdentity: Descriptors]
    ) throws -> (FileIdentity, Int32) {
        if let file = FileIdentity(path: path), let known = files[file]?[keyPath: kind] { return (file, known) }
        let descriptor = Foundation.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0, let file = FileIdentity(descriptor: descriptor) else {
            throw StoreError.inaccessible(path)
        }
        // Where another file took the place of the one that was looked for, the descriptor may be one too many; it is
        // not closed either.
        let kept = files[file]?[keyPath: kind] ?? descriptor
        files[file, default: Descriptors()][keyPath: kind] = kept
        return (file, kept)
    }

    private static func set(_ type: Int32, _ descriptor: Int32, _ path: String) throws {
        var request = request(type)
        guard fcntl(descriptor, setCommand, &request) != 0 else { return }
        guard errno != EAGAIN, errno != EACCES else { throw SyncBusyError(holder: nil) }
        throw StoreError.inaccessible(path)
    }

    private static func request(_ type: Int32) -> flock {
        var request = flock()
        request.l_type = Int16(type)
        request.l_whence = Int16(SEEK_SET)
        request.l_start = place
        request.l_len = 1
        return request
    }

    // F_OFD_SETLK and F_OFD_GETLK, which the C library shows to those only who ask for GNU's or Apple's own interface.
    #if canImport(Darwin)
        private static let setCommand: Int32 = 90
        private static let getCommand: Int32 = 92
    #else
        private static let setCommand: Int32 = 37
        private static let getCommand: Int32 = 36
    #endif
}

/// Another sync, delivery of events or prune is running.
package struct SyncBusyError: ReportableError, Equatable, Sendable {
    /// The run under way; nil where the ledger knows of none, as while events are delivered.
    package let holder: RunRecord?

    package var report: ErrorReport {
        let run = holder.map { "another sync is running (process \($0.process), since \($0.started))" }
        return ErrorReport(
            .comeBackLater, "busy", run ?? "another sync or flush is running", advice: "try again when it is done")
    }
}
