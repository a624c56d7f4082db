import Foundation

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): a failing
/// property prints its seed, and the same seed gives the same inputs again.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Two generators of one seed give the same numbers.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The seeds a property runs over: `count` fixed ones, those of the part in `FEEDCACHE_PART`, or only the one in
    /// `FEEDCACHE_SEED`.
    public static func seeds(_ count: UInt64) -> [UInt64] {
        if let text = ProcessInfo.processInfo.environment["FEEDCACHE_SEED"], let seed = UInt64(text) {
            return [seed]
        }
        guard let part = SoakPart.current else { return Array(1...count) }
        let (first, end) = (
            count * UInt64(part.number - 1) / UInt64(part.count), count * UInt64(part.number) / UInt64(part.count)
        )
        return first < end ? Array(first + 1...end) : []
    }
}
