/// Numbers of 256 bits modulo a prime whose first bit is 1. Products are Montgomery's (Modular multiplication without trial
/// division, 1985).
///
/// Law: a number x of the field is kept as x · 2²⁵⁶ modulo the prime; `number` and `value` convert.
struct PrimeField: Sendable {
    /// Four words, the least significant one first.
    typealias Number = SIMD4<UInt64>

    let prime: Number
    /// 2⁵¹² modulo the prime.
    private let square: Number
    /// -1 / prime modulo 2⁶⁴.
    private let inverse: UInt64

    init(prime: Number) {
        self.prime = prime
        // Newton's method: each step doubles the number of right bits, and an odd number is its own inverse modulo 8.
        inverse = 0 &- (0..<5).reduce(prime[0]) { x, _ in x &* (2 &- prime[0] &* x) }
        square = (0..<512).reduce(Number(1, 0, 0, 0)) { x, _ in Self.sum(x, x, modulo: prime) }
    }

    var one: Number { number(Number(1, 0, 0, 0)) }

    /// The number for a value of 256 bits.
    func number(_ value: Number) -> Number { product(value, square) }

    /// The value of a number, below the prime.
    func value(_ number: Number) -> Number { product(number, Number(1, 0, 0, 0)) }

    func sum(_ a: Number, _ b: Number) -> Number { Self.sum(a, b, modulo: prime) }

    func difference(_ a: Number, _ b: Number) -> Number { sum(a, Self.difference(prime, b).0) }

    func product(_ a: Number, _ b: Number) -> Number {
        var (words, high) = (Number(), UInt128(0))
        for i in 0..<4 {
            var carry: UInt128 = 0
            for j in 0..<4 {
                carry += UInt128(a[j]) * UInt128(b[i]) + UInt128(words[j])
                (words[j], carry) = (UInt64(truncatingIfNeeded: carry), carry >> 64)
            }
            high += carry
            // This many times the prime makes the last word 0, which is dropped.
            let factor = UInt128(words[0] &* inverse)
            carry = (factor * UInt128(prime[0]) + UInt128(words[0])) >> 64
            for j in 1..<4 {
                carry += factor * UInt128(prime[j]) + UInt128(words[j])
                (words[j - 1], carry) = (UInt64(truncatingIfNeeded: carry), carry >> 64)
            }
            high += carry
            (words[3], high) = (UInt64(truncatingIfNeeded: high), high >> 64)
        }
        return Self.reduced(words, carry: high > 0, modulo: prime)
    }

    /// 1 / a, by Fermat's little theorem.
    func reciprocal(_ a: Number) -> Number {
        let exponent = Self.difference(prime, Number(2, 0, 0, 0)).0
        return Self.bits(exponent).reduce(one) { power, bit in
            let square = product(power, power)
            return bit ? product(square, a) : square
        }
    }

    func isBelowPrime(_ value: Number) -> Bool { Self.difference(value, prime).borrows }

    /// The most significant one first.
    static func bits(_ value: Number) -> [Bool] {
        (0..<256).reversed().map { value[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
    }

    private static func sum(_ a: Number, _ b: Number, modulo prime: Number) -> Number {
        var (words, carry) = (Number(), UInt128(0))
        for i in 0..<4 {
            carry += UInt128(a[i]) + UInt128(b[i])
            (words[i], carry) = (UInt64(truncatingIfNeeded: carry), carry >> 64)
        }
        return reduced(words, carry: carry > 0, modulo: prime)
    }

    /// Subtracts the prime at most once.
    private static func reduced(_ words: Number, carry: Bool, modulo prime: Number) -> Number {
        let (rest, borrows) = difference(words, prime)
        return carry || !borrows ? rest : words
    }

    private static func difference(_ a: Number, _ b: Number) -> (Number, borrows: Bool) {
        var (words, borrow) = (Number(), UInt64(0))
        for i in 0..<4 {
            let (first, isBelow) = a[i].subtractingReportingOverflow(b[i])
            let (second, isBelowToo) = first.subtractingReportingOverflow(borrow)
            words[i] = second
            borrow = isBelow || isBelowToo ? 1 : 0
        }
        return (words, borrow == 1)
    }
}

extension PrimeField.Number {
    /// 32 bytes, the most significant one first.
    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self.init()
        for (index, byte) in bytes.enumerated() { self[3 - index / 8] = self[3 - index / 8] << 8 | UInt64(byte) }
    }

    var bigEndianBytes: [UInt8] { (0..<4).reversed().flatMap { self[$0].bigEndianBytes } }
}
