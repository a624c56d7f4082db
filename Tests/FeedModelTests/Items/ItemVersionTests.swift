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
            "", "-", "--1", "+1", " 1", "1 ", "1.0", "1e5", "0x10", "v2", "true", "null", "1_000", "٣", "latest",
            "170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
            "99999999999999999999999999999999999999999999", "2024-13-01",
        ])
    func unreadable(text: String) {
        #expect(ItemVersion(text: text) == .none)
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
