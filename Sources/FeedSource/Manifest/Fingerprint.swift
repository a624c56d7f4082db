/// A digest of texts in order: FNV-1a of 128 bits (draft-eastlake-fnv-21).
///
/// Tells manifests apart, not enemies: it is short, the same everywhere, and nothing can be read back from it.
struct Fingerprint {
    private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    private var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

    /// Takes the length in too, so that no two sequences of texts run together.
    mutating func add(_ text: String?) {
        guard let text else { return add(byte: 0) }
        add(byte: 1)
        for shift in stride(from: 0, to: 32, by: 8) {
            add(byte: UInt8(truncatingIfNeeded: text.utf8.count >> shift))
        }
        for byte in text.utf8 { add(byte: byte) }
    }

    mutating func add(_ number: Int?) {
        add(number.map(String.init))
    }

    private mutating func add(byte: UInt8) {
        state = (state ^ UInt128(byte)) &* Self.prime
    }

    /// 32 hexadecimal digits.
    var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
