#if os(Linux)
    import Foundation
    import Synchronization

    /// The library that lets a program's calls to the disk go wrong, compiled when it is first needed.
    struct DiskFaultLibrary: Sendable {
        static let shared = Result { try DiskFaultLibrary() }

        private let path: String

        private init() throws {
            let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "disk_faults.c").path
            path = try PreloadedLibrary(source: source).path
        }

        /// The variables that load the library into a program.
        ///
        /// - Parameters:
        ///   - fault: what goes wrong; nil to count only.
        ///   - files: the beginning of the paths it happens to.
        ///   - log: a file that gets a line for each call.
        func environment(_ fault: DiskFault?, files: String, log: String? = nil) -> [String: String] {
            var environment = ["LD_PRELOAD": path, "DISK_FAULT_FILES": files]
            environment["DISK_FAULT_KIND"] = fault?.kind.rawValue
            environment["DISK_FAULT_AT"] = fault.map { String($0.call) }
            environment["DISK_FAULT_LOG"] = log
            return environment
        }
    }
#endif
