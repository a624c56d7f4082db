import FeedStore
import Foundation
import Synchronization

/// The descriptors through which this process locks database files.
///
/// A descriptor stays open while anything else of this process has the file open: to close one would drop the locks that
/// SQLite holds on the same file for this process (POSIX; "How To Corrupt An SQLite Database File" §2.2). There are at
/// most two for each file that was synced or asked about.
///
/// The lock guards the list; inside one process it is also what keeps two syncs apart.
final class LockableFiles: Sendable {
    static let shared = LockableFiles()

    private struct Entry {
        var reading: Int32?
        var writing: Int32?
        var isLocked = false
    }

    private let entries = Mutex<[FileIdentity: Entry]>([:])

    /// The byte that is locked. SQLite's own are those from 2³⁰ on, for 512 bytes.
    private static let place: off_t = 1 << 62

    func lock(_ path: String) throws -> FileIdentity {
        try entries.withLock { entries in
            let (file, descriptor) = try Self.open(path, \.writing, O_RDWR, &entries)
            guard entries[file]?.isLocked != true else { throw SyncBusyError(holder: nil) }
            try Self.set(F_WRLCK, descriptor, path)
            entries[file]?.isLocked = true
            return file
        }
    }

    /// Gives a lock back, in so many words: a child that was forked meanwhile may have the descriptor too.
    func unlock(_ file: FileIdentity) {
        entries.withLock { entries in
            guard let descriptor = entries[file]?.writing else { return }
            try? Self.set(F_UNLCK, descriptor, "")
            entries[file]?.isLocked = false
        }
    }

    /// Closes the descriptors of a file, unless it is locked or something else of this process has it open.
    func close(_ file: FileIdentity) {
        entries.withLock { entries in
            guard let entry = entries[file], !entry.isLocked else { return }
            let own = [entry.reading, entry.writing].compactMap(\.self)
            guard let open = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap(Int32.init),
                !open.contains(where: { !own.contains($0) && FileIdentity(descriptor: $0) == file })
            else { return }
            for descriptor in own { Foundation.close(descriptor) }
            entries[file] = nil
        }
    }

    /// Whether this or another process has locked the file at `path`; false where there is none, or none to look at.
    func isLocked(_ path: String) -> Bool {
        entries.withLock { entries in
            guard let (file, descriptor) = try? Self.open(path, \.reading, O_RDONLY, &entries) else { return false }
            if entries[file]?.isLocked == true { return true }
            var request = Self.request(F_WRLCK)
            return fcntl(descriptor, Self.getCommand, &request) == 0 && request.l_type != Int16(F_UNLCK)
        }
    }

    private static func open(
        _ path: String, _ kind: WritableKeyPath<Entry, Int32?>, _ flags: Int32, _ entries: inout [FileIdentity: Entry]
    ) throws -> (FileIdentity, Int32) {
        if let file = FileIdentity(path: path), let known = entries[file]?[keyPath: kind] { return (file, known) }
        let descriptor = Foundation.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0, let file = FileIdentity(descriptor: descriptor) else {
            throw StoreError.inaccessible(path)
        }
        // Where another file took the place of the one that was looked for, the descriptor may be one too many; it is
        // not closed either.
        let kept = entries[file]?[keyPath: kind] ?? descriptor
        entries[file, default: Entry()][keyPath: kind] = kept
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
