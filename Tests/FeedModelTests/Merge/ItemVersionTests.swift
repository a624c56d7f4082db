import TestSupport
import Testing

@testable import FeedModel

@Suite struct ItemVersionTests {
    @Test("Digits are an integer, however many bits they need up to 128")
    func integers() {
        #expect(ItemVersion(text: "0") == .integer(0))
        #expect(ItemVersion(text: "-0") == .integer(0))
        #expect(ItemVersion(text: "007") == .integer(7))
        #expect(ItemVersion(text: "-42") == .integer(-42))
        #expect(ItemVersion(text: "999999999999999999") == .integer(999_999_999_999_999_999))
        #expect(ItemVersion(text: "9223372036854775808") == .integer(9_223_372_036_854_775_808))
        #expect(ItemVersion(text: "\(Int128.max)") == .integer(.max))
        #expect(ItemVersion(text: "\(Int128.min)") == .integer(.min))
    }

    @Test("RFC 3339 and HTTP dates are dates, and equal when the instant is")
    func dates() {
        let date = ItemVersion.date(Instant(seconds: 784_111_777))
        #expect(ItemVersion(text: "1994-11-06T08:49:37Z") == date)
        #expect(ItemVersion(text: "1994-11-06 17:49:37.000+09:00") == date)
        #expect(ItemVersion(text: "Sun, 06 Nov 1994 08:49:37 GMT") == date)
        #expect(ItemVersion(text: "2024") == .integer(2024))
    }

    @Test(
        "All else is unreadable",
        arguments: [
            "", "-", "--1", "+1", " 1", "1 ", ".5", "1.", "1.e5", "1e", "1e5.0", "0x10", "v2", "true", "null", "1_000",
            "٣", "latest",
            "170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
            "99999999999999999999999999999999999999999999", "2024-13-01", "1e39", "0.1234567890123456789", "1e-19",
            "1e99999999999999999999", "1e999999", "-1.5.5",
        ])
    func unreadable(text: String) {
        #expect(ItemVersion(text: text) == .none)
    }

    @Test(
        "Fractions and exponents are the exact number that they write",
        arguments: [
            ("1.0", "1"), ("1e5", "100000"), ("1.50", "1.5"), ("15e-1", "1.5"), ("-0.0", "0"),
            ("1700000000.250", "1700000000.25"),
            ("1.7E+9", "1700000000"), ("0e999999", "0"), ("-1.25e1", "-12.5"), ("1000000000000000000000e-21", "1"),
            ("170141183460469231731687303715884105727.5", "1701411834604692317316873037158841057275e-1"),
        ])
    func decimals(text: String, same: String) {
        #expect(ItemVersion(text: text) != .none)
        #expect(ItemVersion(text: text) == ItemVersion(text: same))
    }

    @Test("Decimals and integers compare as the numbers they are")
    func decimalOrder() {
        for seed in SeededGenerator.seeds(500) {
            var generator = SeededGenerator(seed: seed)
            func number() -> Int128 { Int128(Int64.random(in: -3_000...3_000, using: &generator)) }
            func version(_ thousandths: Int128) -> ItemVersion {
                let digits = String(String(thousandths.magnitude % 1000 + 1000).dropFirst())
                return ItemVersion(text: "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1000).\(digits)")
            }
            let (left, right) = (number(), number())
            #expect((version(left) < version(right)) == (left < right), "seed \(seed): \(left), \(right)")
            #expect((version(left) == version(right)) == (left == right), "seed \(seed): \(left), \(right)")
            #expect((version(left) < .integer(right)) == (left < right * 1000), "seed \(seed): \(left), \(right)")
            #expect(
                (ItemVersion.integer(left) < version(right)) == (left * 1000 < right), "seed \(seed): \(left), \(right)"
            )
            #expect(version(left) < .date(.earliest) && .none < version(left))
        }
    }

    @Test("No version sorts below integers, integers below dates")
    func order() {
        let ascending: [ItemVersion] = [
            .none, .integer(.min), .integer(-1), .integer(9), .integer(10), .integer(.max), .date(.earliest),
            .date(Instant(seconds: 0)), .date(Instant(seconds: 0, attoseconds: 1)), .date(.latest),
        ]
        for (index, version) in ascending.enumerated() {
            for (other, greater) in ascending.enumerated() {
                #expect((version < greater) == (index < other))
                #expect((version == greater) == (index == other))
            }
        }
    }

    @Test("Integers in text compare as the numbers they are")
    func numericOrder() {
        for seed in SeededGenerator.seeds(300) {
            var generator = SeededGenerator(seed: seed)
            func number() -> Int128 {
                let wide = Int128(truncatingIfNeeded: generator.next()) << 64 | Int128(generator.next())
                return wide >> Int.random(in: 0...127, using: &generator)
            }
            let (left, right) = (number(), number())
            #expect((ItemVersion(text: "\(left)") < ItemVersion(text: "\(right)")) == (left < right), "seed \(seed)")
        }
    }
}
