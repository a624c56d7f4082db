import Foundation

/// Reads lines from a pipe or file, each of a bounded length: whatever is sent, memory stays bounded.
///
/// It belongs to one thread: `next` blocks it until a line is there. What it has read ahead is lost to other readers.
package final class LineReader {
    private let descriptor: Int32
    private let limit: Int
    private var chunk = [UInt8](repeating: 0, count: 64 << 10)
    private var buffer: [UInt8] = []
    /// Where in the buffer the next line begins.
    private var start = 0
    private var isAtEnd = false
    private var isFirst = true

    /// - Parameters:
    ///   - descriptor: stays open, and the caller's.
    ///   - limit: bytes of a line, without its line break.
    package init(descriptor: Int32, limit: Int = 1 << 20) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// The next line, without its line break (LF, or CR LF), which the last one may lack; what is no UTF-8 is replaced by
    /// U+FFFD.
    package func next() -> LineReading {
        var searched = start
        var isTooLong = false
        while true {
            if let end = lineBreak(from: searched) {
                let line = buffer[start..<end]
                start = end + 1
                return isTooLong ? .tooLong : reading(line)
            }
            if buffer.count - start > limit + 1 {
                isTooLong = true
                start = buffer.count
            }
            if isAtEnd {
                let line = buffer[start...]
                start = buffer.count
                return isTooLong ? .tooLong : line.isEmpty ? .end : reading(line)
            }
            searched = buffer.count - start
            if let failure = fill() { return .failed(failure) }
        }
    }

    private func reading(_ line: ArraySlice<UInt8>) -> LineReading {
        var line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard line.count <= limit else { return .tooLong }
        // A byte order mark, as some editors put at the beginning of a file.
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isFirst = false
        return .line(String(decoding: line, as: UTF8.self))
    }

    private func lineBreak(from start: Int) -> Int? {
        buffer.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, start < bytes.count else { return nil }
            return memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start).map {
                UnsafeRawPointer($0) - base
            }
        }
    }

    /// Reads a chunk after what is left, which moves to the buffer's beginning; the number of an error where it fails.
    private func fill() -> Int32? {
        buffer.removeFirst(start)
        start = 0
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            isAtEnd = count == 0
            buffer.append(contentsOf: chunk[..<count])
            return nil
        }
    }
}

package enum LineReading: Equatable, Sendable {
    /// Without its line break.
    case line(String)
    /// A line longer than the reader takes, which is passed over.
    case tooLong
    /// Ctrl-C: the line is dropped.
    case interrupted
    /// The end of the input, Ctrl-D on an empty line, or the terminal is gone.
    case end
    case failed(Int32)
}
