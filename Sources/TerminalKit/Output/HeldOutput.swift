import Foundation

/// What is written for an output and looked at first. It is in a file without a name, so that it can be long.
package struct HeldOutput: ~Copyable {
    /// What is written here is held. To those who write, it is as the output that it is for: as wide, and a terminal or not.
    package let output: Output
    private let descriptor: Int32

    /// - Throws: `OutputError` where the file cannot be made.
    package init(for target: Output) throws {
        guard let descriptor = try? Descriptor.namelessFile() else {
            throw OutputError.failed("cannot write a file in \(FileManager.default.temporaryDirectory.path)")
        }
        self.descriptor = descriptor
        output = Output(descriptor: descriptor, shownOn: target)
    }

    deinit {
        close(descriptor)
    }

    /// All that was written so far.
    ///
    /// - Throws: `OutputError` where it cannot be read.
    package func text() throws -> String {
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let place = off_t(bytes.count)
            let count = chunk.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, place) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw OutputError.failed("cannot read what was held: \(String(cString: strerror(errno)))")
            }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }
}
