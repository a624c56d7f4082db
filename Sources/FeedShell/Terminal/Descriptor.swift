import Foundation

/// Writing to a file descriptor.
enum Descriptor {
    /// Writes all of it, however many calls that takes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(DescriptorError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw DescriptorError(number: errno)
            }
        }
    }
}

/// Why a descriptor did not take what was written.
struct DescriptorError: Error, CustomStringConvertible {
    /// As errno has it.
    let number: Int32

    var description: String { String(cString: strerror(number)) }
}
