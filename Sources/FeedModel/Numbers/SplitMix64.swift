/// Pseudorandom numbers that depend on nothing but a seed.
///
/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Two generators of one seed give the same numbers.
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A bijection of 64 bits, in which each bit of the input changes about half of the output's.
    package static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomNumberGenerator {
    /// True in `probability` (0...1) of all draws.
    package mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

    /// A number from 0 up to 1, without 1.
    package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
