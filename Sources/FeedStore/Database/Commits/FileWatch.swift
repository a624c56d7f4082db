import Dispatch
import Foundation

/// Notices from the file system that a database, or the log beside it, was written to (inotify(7)).
///
/// A notice is a hint. It comes before the commit can be seen, which SQLite says in shared memory only.
final class FileWatch {
    private let source: any DispatchSourceRead

    /// Nil where there are no notices: not on Linux, or where there is no log.
    ///
    /// - Parameter notice: called on a thread of the system's; several writes may be one notice.
    init?(database path: String, notice: @escaping @Sendable () -> Void) {
        #if os(Linux)
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            let kinds = UInt32(IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
            let names: [String] = [path, path + "-wal"]
            guard names.allSatisfy({ inotify_add_watch(descriptor, $0, kinds) >= 0 }) else {
                close(descriptor)
                return nil
            }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
            source.setEventHandler {
                // What was written does not matter: only that there is no more to read.
                withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { events in
                    while read(descriptor, events.baseAddress, events.count) > 0 {}
                }
                notice()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        #else
            return nil
        #endif
    }

    deinit { source.cancel() }
}
