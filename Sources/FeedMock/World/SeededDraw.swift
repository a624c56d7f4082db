/// A stream of numbers that depends on nothing but the keys it was made from.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). Each question
/// the world asks ("the title of item 17 of photos") opens its own stream, so one answer never shifts another.
package struct SeededDraw: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A stream of its own for a seed and some keys.
    package init(_ seed: UInt64, _ keys: UInt64...) {
        state = keys.reduce(Self.mix(seed &+ Self.increment)) { Self.mix(($0 ^ Self.mix($1)) &+ Self.increment) }
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= Self.increment
        return Self.mix(state)
    }

    /// A number in `0..<bound`; 0 when the bound leaves no choice.
    mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func between(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True in `probability` (0...1) of all draws.
    mutating func chance(_ probability: Double) -> Bool {
        Double(next() >> 11) * 0x1p-53 < probability
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[below(choices.count)]
    }

    /// Up to `count` different elements, in the order they were drawn.
    mutating func pick<Element>(_ count: Int, of choices: [Element]) -> [Element] {
        var left = choices
        return (0..<min(count, choices.count)).map { _ in left.remove(at: below(left.count)) }
    }

    /// A key from a text: FNV-1a, 64 bits.
    static func key(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
