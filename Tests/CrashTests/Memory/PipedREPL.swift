#if os(Linux)
    import Foundation
    import TestSupport

    /// A REPL that is given its lines through a pipe, some at a time, and looked at while it waits for more.
    final class PipedREPL {
        private let process = Process()
        private let input = Pipe()
        private let errors = Pipe()
        private var chunks: AsyncStream<Data>.Iterator
        /// A file that is not there. To run it says how much memory is in use.
        private let mark: String
        private static let library = Result { try PreloadedLibrary(source: source) }
        private static let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "memory_mark.c").path

        init(in folder: CacheFolder) throws {
            let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
            self.chunks = chunks.makeAsyncIterator()
            process.executableURL = ProgramBinary.url
            mark = folder.path("memory-mark")
            process.environment = folder.environment().merging([
                "LD_PRELOAD": try Self.library.get().path, "MEMORY_MARK": mark,
            ]) { $1 }
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            errors.fileHandleForReading.readabilityHandler = { handle in
                let data = handle.availableData
                continuation.yield(data)
                guard data.isEmpty else { return }
                handle.readabilityHandler = nil
                continuation.finish()
            }
            try process.run()
        }

        deinit {
            process.terminate()
        }

        /// Runs the lines one after another, again and again until there were `count`.
        ///
        /// - Returns: the bytes that are in use when the last one is done.
        @discardableResult
        func run(_ lines: [String], count: Int) async throws -> Int {
            var memory = 0
            for start in stride(from: 0, to: count, by: 500) {
                memory = try await run((start..<min(count, start + 500)).map { lines[$0 % lines.count] })
            }
            return memory
        }

        private func run(_ lines: [String]) async throws -> Int {
            let text = lines.joined(separator: "\n") + "\nsource \(mark)\n"
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            var errors = Data()
            while let chunk = await chunks.next(isolation: #isolation) {
                errors += chunk
                // The complaint about the missing file comes last.
                let lines = String(decoding: errors, as: UTF8.self).split(
                    separator: "\n", omittingEmptySubsequences: false)
                guard lines.dropLast().last?.contains(mark) == true else { continue }
                let sizes = lines.compactMap { $0.split(separator: "memory in use: ").first.flatMap { Int($0) } }
                if let size = sizes.last { return size }
            }
            throw Ended(errors: String(decoding: errors, as: UTF8.self))
        }

        struct Ended: Error {
            let errors: String
        }
    }
#endif
