import TestSupport
import Testing

@testable import FeedModel

@Suite struct InstantTests {
    @Test("Attoseconds out of range are carried into the seconds")
    func carry() {
        let second = Instant.attosecondsPerSecond
        #expect(Instant(seconds: 5, attoseconds: second + 1) == Instant(seconds: 6, attoseconds: 1))
        #expect(Instant(seconds: 5, attoseconds: -1) == Instant(seconds: 4, attoseconds: second - 1))
        #expect(Instant(seconds: 5, attoseconds: -second) == Instant(seconds: 4))
    }

    @Test("What lies outside the years 0000 to 9999 becomes the nearest instant inside")
    func clamp() {
        #expect(Instant(seconds: .max, attoseconds: .max) == .latest)
        #expect(Instant(seconds: .min, attoseconds: .min) == .earliest)
        #expect(Instant.latest.advanced(bySeconds: .max) == .latest)
        #expect(Instant.earliest.advanced(bySeconds: .min) == .earliest)
        #expect(Instant(seconds: 10).advanced(bySeconds: -11) == Instant(seconds: -1))
        #expect(Instant(millisecondsSince1970: .max) == .latest)
        #expect(Instant.latest.year == 9999)
        #expect(Instant.earliest.year == 0)
    }

    @Test("Milliseconds round down and come back")
    func milliseconds() {
        #expect(Instant(millisecondsSince1970: -1).seconds == -1)
        #expect(Instant(millisecondsSince1970: -1).millisecondsSince1970 == -1)
        #expect(Instant(millisecondsSince1970: 1_700_000_000_123).description == "2023-11-14T22:13:20.123Z")
        #expect(Instant(seconds: 0, attoseconds: -1).millisecondsSince1970 == -1)
    }

    @Test("A duration has as many milliseconds as fit")
    func durations() {
        #expect(Duration.nanoseconds(1_500_999_999).milliseconds == 1_500)
        let fraction = Duration.milliseconds(900)
        #expect((Duration.seconds(9_223_372_036_854_775) + fraction).milliseconds == .max)
        #expect(Duration.seconds(Int64.max).milliseconds == .max)
        #expect(Duration.seconds(Int64.min).milliseconds == .min)
    }

    @Test("Instants are ordered by seconds, then by attoseconds")
    func order() {
        #expect(Instant(seconds: 1) < Instant(seconds: 1, attoseconds: 1))
        #expect(Instant(seconds: 1, attoseconds: 9) < Instant(seconds: 2))
        #expect(Instant.earliest < Instant.latest)
    }

    @Test("Every instant is written so that it is read back equal")
    func roundTrip() {
        for seed in SeededGenerator.seeds(300) {
            let instant = Instant.random(seed: seed)
            #expect(Instant(rfc3339: instant.description) == instant, "seed \(seed)")
        }
        for instant in [Instant.earliest, .latest] { #expect(Instant(rfc3339: instant.description) == instant) }
    }
}

extension Instant {
    /// Any instant, with fractions of any number of digits.
    static func random(seed: UInt64) -> Instant {
        var generator = SeededGenerator(seed: seed)
        let seconds = Int64.random(in: earliest.seconds...latest.seconds, using: &generator)
        let digits = Int.random(in: 0...18, using: &generator)
        let unit = (0..<digits).reduce(attosecondsPerSecond) { unit, _ in unit / 10 }
        let count = Int64.random(in: 0..<attosecondsPerSecond / unit, using: &generator)
        return Instant(seconds: seconds, attoseconds: count * unit)
    }
}
