import Foundation

/// What a terminal is read from and written to; closed with the last reference.
package final class TerminalStreams {
    typealias Stream = UnsafeMutablePointer<FILE>

    package static var standard: TerminalStreams { TerminalStreams(input: nil, output: nil) }

    /// Nil: standard input.
    let input: Stream?
    /// Nil: standard output.
    let output: Stream?

    /// - Parameter descriptor: of a terminal; stays open, and the caller's.
    /// - Returns: nil where the process may open no more files.
    convenience init?(descriptor: Int32) {
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

    var inputDescriptor: Int32 { input.map { fileno($0) } ?? STDIN_FILENO }
    var outputDescriptor: Int32 { output.map { fileno($0) } ?? STDOUT_FILENO }

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
