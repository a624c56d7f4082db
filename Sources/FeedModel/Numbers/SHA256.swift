package import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import CSHA256
#endif

#if canImport(CryptoKit)
    /// The digest SHA-256 of bytes (FIPS 180-4, section 6.2), as the system has it.
    package struct SHA256: Sendable {
        private var hash = CryptoKit.SHA256()

        package init() {}

        package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

        package func finalize() -> [UInt8] { Array(hash.finalize()) }
    }
#else
    /// The digest SHA-256 of bytes (FIPS 180-4, section 6.2).
    package struct SHA256: Sendable {
        /// Section 5.3.3.
        private var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        /// Fewer than 64 bytes, which wait for the rest of their block.
        private var rest: [UInt8] = []
        private var count: UInt64 = 0

        package init() {}

        package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
            count += UInt64(bytes.count)
            var bytes = bytes[...]
            if !rest.isEmpty {
                let head = bytes.prefix(64 - rest.count)
                rest += head
                bytes = bytes.dropFirst(head.count)
                guard rest.count == 64 else { return }
                CSHATakeBlocks(&state, rest, 1)
            }
            CSHATakeBlocks(&state, UnsafeRawBufferPointer(rebasing: bytes).baseAddress, bytes.count / 64)
            rest = Array(bytes.suffix(bytes.count % 64))
        }

        package func finalize() -> [UInt8] {
            // Section 5.1.1: a bit 1, then 0 up to the last 64 bits of a block, which are the number of bits.
            let zeros = (119 - count % 64) % 64
            let bits = withUnsafeBytes(of: (count << 3).bigEndian, Array.init)
            var whole = self
            whole.update(data: [0x80] + [UInt8](repeating: 0, count: Int(zeros)) + bits)
            return whole.state.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
        }
    }
#endif

extension SHA256 {
    package mutating func update(data: some ContiguousBytes) {
        data.withUnsafeBytes { update(bufferPointer: $0) }
    }

    package static func hash(data: some ContiguousBytes) -> [UInt8] {
        var hash = Self()
        hash.update(data: data)
        return hash.finalize()
    }
}
