/// FNV-1a with 64 bits: a fast hash whose values are the same in every process (Fowler, Noll and Vo; RFC 9923).
package enum FNV1a {
    package static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of some bytes.
    ///
    /// - Parameter hash: that of the bytes before them.
    package static func hash(_ bytes: some Sequence<UInt8>, after hash: UInt64 = start) -> UInt64 {
        var hash = hash
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension Sequence<UInt8> {
    /// Two digits a byte, in lower case.
    package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
