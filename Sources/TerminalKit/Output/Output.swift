import Foundation
import Synchronization

/// A file descriptor that results or messages are written to, in whole pieces.
///
/// The lock keeps pieces of different tasks apart.
package final class Output: Sendable {
    let descriptor: Int32
    /// What it is to people, where that is more than “the output”.
    private let name: String?
    /// Where it is shown in the end, which may be a terminal; nil where that is the descriptor.
    private let target: Output?
    /// What is on its way through a pager.
    private let paged: Mutex<PagedText?>

    package static let standard = Output(descriptor: STDOUT_FILENO)
    package static let error = Output(descriptor: STDERR_FILENO)
    /// Takes everything and shows nothing.
    package static let nowhere = Output(descriptor: open("/dev/null", O_WRONLY | O_CLOEXEC))

    /// - Parameter target: where what is written is shown later; nil: nowhere else.
    package init(descriptor: Int32, name: String? = nil, shownOn target: Output? = nil) {
        self.descriptor = descriptor
        self.name = name
        self.target = target
        paged = Mutex(nil)
    }

    private init(_ output: Output, pager: Pager, screen: TerminalSize) {
        descriptor = output.descriptor
        (name, target) = (output.name, nil)
        paged = Mutex(PagedText(to: output.descriptor, pager: pager, screen: screen))
    }

    package var isTerminal: Bool { target?.isTerminal ?? (isatty(descriptor) == 1) }

    /// Whether what is written goes to another program, not into a file.
    package var isPipe: Bool { !isTerminal && lseek(descriptor, 0, SEEK_CUR) < 0 }

    /// Whether it is a terminal that can be drawn on now.
    package var isScreen: Bool { target == nil && isTerminal }

    /// Whether the other end of a pipe or terminal is gone: what is written will not be read.
    package var isAbandoned: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && Int32(state.revents) & (POLLERR | POLLHUP) != 0
    }

    /// The terminal's width in cells; nil where it is none.
    package func columns(_ environment: [String: String]) -> Int? {
        target?.columns(environment) ?? TerminalSize(of: descriptor, environment: environment)?.columns
    }

    /// Writes all of it.
    ///
    /// - Throws: `OutputError` where the other side is gone or the disk is full; `CancellationError` where there is no reader
    ///   and the task was cancelled.
    package func write(_ bytes: [UInt8]) throws {
        do throws(DescriptorError) {
            try paged.withLock { paged throws(DescriptorError) in
                if paged == nil {
                    try Descriptor.write(bytes, to: descriptor)
                } else {
                    try paged?.write(bytes)
                }
            }
        } catch {
            if error == .interrupted { throw CancellationError() }
            guard error.number != EPIPE else { throw OutputError.closed }
            throw OutputError.failed("cannot write \(name ?? "the output"): \(error)")
        }
    }

    package func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    package func line(_ text: String) throws {
        try write(text + "\n")
    }

    /// Writes a JSON document on a line. On a terminal nothing in it is obeyed.
    package func line(json document: [UInt8]) throws {
        try write((isTerminal ? TerminalSanitizer.json(document) : document) + [UInt8(ascii: "\n")])
    }
}

// MARK: Paging

extension Output {
    /// The same terminal, through a pager as soon as more is written than it shows; nil where it is none. `endPaging` has
    /// to follow.
    package func paged(by pager: Pager, _ environment: [String: String]) -> Output? {
        guard target == nil else { return nil }
        return TerminalSize(of: descriptor, environment: environment).map { Output(self, pager: pager, screen: $0) }
    }

    /// Writes what was held back, or waits until the pager was left.
    package func endPaging() async {
        let process = paged.withLock { paged in
            defer { paged = nil }
            return paged?.end()
        }
        await process?.waitUntilLeft()
    }
}

package enum OutputError: Error {
    /// The reader has gone, as in `feedcache export photos | head`.
    case closed
    /// With what could not be written and why, for people.
    case failed(String)
}
