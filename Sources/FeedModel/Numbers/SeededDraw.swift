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
