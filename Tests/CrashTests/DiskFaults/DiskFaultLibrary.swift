#if os(Linux)
    import Foundation
    import Synchronization

    /// The library that lets a program's calls to the disk go wrong, compiled when it is first needed.
    ///
    /// It is loaded before the C library (LD_PRELOAD, ld.so(8)), so that the program is the one that is delivered,
    /// without a line for tests in it.
    struct DiskFaultLibrary: Sendable {
        static let shared = Result { try DiskFaultLibrary() }

        private let path: String

        private init() throws {
            let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "disk_faults.c").path
            let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-faults-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.appending(path: "libdiskfaults.so").path
            // Swift on Linux needs a C compiler to link with, so one of the two is there.
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/bin/sh")
            compiler.arguments = [
                "-c", #"$(command -v cc || command -v clang) -shared -fPIC -O1 -o "$0" "$1" -ldl"#, path, source,
            ]
            try compiler.run()
            compiler.waitUntilExit()
            guard compiler.terminationStatus == 0 else { throw CannotCompile(source: source) }
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

    struct CannotCompile: Error {
        let source: String
    }
#endif
