import Foundation

/// A state of a database's file and of the log beside it: every write to either makes another one.
struct FileStamp: Equatable {
    private struct Part: Equatable {
        let identity: FileIdentity?
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        init(path: String) {
            var status = stat()
            let isThere = stat(path, &status) == 0
            identity = isThere ? FileIdentity(path: path) : nil
            size = isThere ? Int64(status.st_size) : 0
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            seconds = isThere ? time.tv_sec : 0
            nanoseconds = isThere ? time.tv_nsec : 0
        }
    }

    private let file: Part
    private let log: Part

    init(path: String) {
        file = Part(path: path)
        log = Part(path: path + "-wal")
    }
}
