/// The marks of the elements that changed, so that most of the others are recognised without a hash.
///
/// A Bloom filter with one function (B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors",
/// Communications of the ACM 13, 1970). IDs chosen so that their marks collide cost the hash that is saved otherwise.
struct IdentityMarks {
    /// The most elements that it is made for: more do not fit into the processor's nearest cache.
    private static let mostElements = 4_096
    /// Bits an element, so that one mark in 32 misleads.
    private static let bitsPerElement = 32

    private var bits: [UInt64]
    private let shift: UInt64

    /// Gives nil where there are too many elements, or one has no mark.
    init?<Element>(_ old: ArraySlice<Element>, _ new: ArraySlice<Element>, mark: (Element) -> UInt64?) {
        let count = old.count + new.count
        guard count <= Self.mostElements else { return nil }
        var exponent: UInt64 = 6
        while 1 << exponent < count * Self.bitsPerElement { exponent += 1 }
        bits = Array(repeating: 0, count: 1 << (exponent - 6))
        shift = 64 - exponent
        for elements in [old, new] {
            for element in elements {
                guard let mark = mark(element) else { return nil }
                let bit = bit(of: mark)
                bits[bit >> 6] |= 1 << UInt64(bit & 63)
            }
        }
    }

    func mayContain(_ mark: UInt64) -> Bool {
        let bit = bit(of: mark)
        return bits[bit >> 6] & 1 << UInt64(bit & 63) != 0
    }

    /// Multiplicative hashing (D. E. Knuth, "The Art of Computer Programming", volume 3, section 6.4).
    private func bit(of mark: UInt64) -> Int { Int((mark &* 0x9E37_79B9_7F4A_7C15) >> shift) }
}
