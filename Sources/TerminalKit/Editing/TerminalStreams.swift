import Foundation

/// What a terminal is read from and written to; closed with the last reference.
package final class TerminalStreams {
    #if canImport(Darwin)
        package typealias Stream = UnsafeMutablePointer<FILE>
    #else
        package typealias Stream = UnsafeMutablePointer<_IO_FILE>
    #endif

    package static var standard: TerminalStreams { TerminalStreams(input: nil, output: nil) }

    /// Nil: standard input.
    package let input: Stream?
    /// Nil: standard output.
    package let output: Stream?

    /// - Parameter descriptor: of a terminal; stays open, and the caller's.
    /// - Returns: nil where the process may open no more files.
    package convenience init?(descriptor: Int32) {
        guard let input = Self.open(descriptor, "r") else { return nil }
        guard let output = Self.open(descriptor, "w") else {
            fclose(input)
            return nil
        }
        self.init(input: input, output: output)
    }

    private init(input: Stream?, output: Stream?) {
        self.input = input
        self.output = output
    }

    deinit {
        if let input { fclose(input) }
        if let output { fclose(output) }
    }

    package var inputDescriptor: Int32 { input.map { fileno($0) } ?? STDIN_FILENO }
    package var outputDescriptor: Int32 { output.map { fileno($0) } ?? STDOUT_FILENO }

    private static func open(_ descriptor: Int32, _ mode: String) -> Stream? {
        let copy = dup(descriptor)
        guard copy >= 0 else { return nil }
        guard let stream = fdopen(copy, mode) else {
            close(copy)
            return nil
        }
        return stream
    }
}
