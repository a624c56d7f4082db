/// What a list gave, in its order, as a digest: IDs with their repeats, and elements without an ID by their bytes.
///
/// The digests of two parts make that of the whole, however the list was cut into pages: a polynomial in an odd factor
/// modulo 2^64 (Karp and Rabin, "Efficient randomized pattern-matching algorithms", 1987).
package struct Listing: Hashable, Sendable {
    /// The digest; 0 for nothing.
    package private(set) var digest: Int64
    package private(set) var count: Int

    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init(digest: Int64 = 0, count: Int = 0) {
        self.digest = digest
        self.count = count
    }

    init(of items: [DecodedItem], in body: [UInt8], count: Int) {
        var sum: UInt64 = 0
        for item in items {
            let hash =
                switch item.identity {
                case .id(let key): Self.hash(ofID: key)
                case .rejected: ~SplitMix64.mix(FNV1a.hash(body[item.payload]))
                }
            sum = sum &* Self.factor &+ hash
        }
        self.init(digest: Int64(bitPattern: sum), count: count)
    }

    package mutating func append(_ next: Listing) {
        var (power, factor, exponent) = (1 as UInt64, Self.factor, next.count)
        while exponent > 0 {
            if exponent & 1 == 1 { power &*= factor }
            factor &*= factor
            exponent >>= 1
        }
        digest = Int64(bitPattern: UInt64(bitPattern: digest) &* power &+ UInt64(bitPattern: next.digest))
        count += next.count
    }

    /// A number for an ID, as `WholeWalk.repeats` has it.
    package static func hash(ofID key: String) -> UInt64 { SplitMix64.mix(FNV1a.hash(key.utf8)) }
}
