#if os(Linux)
    import Foundation

    /// A library that is loaded before the C library (LD_PRELOAD, ld.so(8)), so that the program tried is the one that
    /// is delivered, without a line for tests in it.
    struct PreloadedLibrary: Sendable {
        let path: String

        /// Compiles the library.
        ///
        /// - Parameter source: a C file.
        init(source: String) throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "feedcache-library-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.appending(path: "library.so").path
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
    }

    struct CannotCompile: Error {
        let source: String
    }
#endif
