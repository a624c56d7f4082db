/// Pseudorandom numbers that depend on nothing but a seed.
///
/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

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

/// A stream of numbers that depends on nothing but the keys it was made from.
///
/// Each question that is asked of it ("the title of item 17 of photos") opens its own stream, so one answer never shifts another.
package struct SeededDraw: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix64

    package init(_ seed: UInt64, _ keys: UInt64...) {
        numbers = SplitMix64(seed: keys.reduce(Self.first(of: seed)) { Self.first(of: $0 ^ SplitMix64.mix($1)) })
    }

    package mutating func next() -> UInt64 { numbers.next() }

    /// A number in `0..<bound`; 0 when the bound leaves no choice.
    package mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    package mutating func between(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    package mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    /// Up to `count` different elements, in the order they were drawn.
    package mutating func pick<Element>(_ count: Int, of choices: [Element]) -> [Element] {
        var left = choices
        return (0..<min(count, choices.count)).map { _ in left.remove(at: below(left.count)) }
    }

    package static func key(_ text: String) -> UInt64 { FNV1a.hash(text.utf8) }

    private static func first(of seed: UInt64) -> UInt64 {
        var numbers = SplitMix64(seed: seed)
        return numbers.next()
    }
}
