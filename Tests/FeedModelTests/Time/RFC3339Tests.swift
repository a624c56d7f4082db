import TestSupport
import Testing

@testable import FeedModel

@Suite struct RFC3339Tests {
    @Test(
        "Spellings of one instant are equal",
        arguments: [
            "2024-01-01T00:00:00Z", "2024-01-01t00:00:00z", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00",
            "2024-01-01 00:00:00", "2024-01-01", "2024-01-01T09:00:00+09:00", "2023-12-31T18:15:00-05:45",
            "2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.0000000000000000000000Z", "2023-12-31T23:59:60Z",
            "2024-01-01T05:44:60+05:45", "2024-01-01T00:00:00-00:00", "2024-01-01T23:59:00+23:59",
            "2024-01-01T00:00:00+0000", "2024-01-01T09:00:00.000+0900", "2024-01-01T09:00+09", "2024-01-01T00:00",
            "2024-01-01T00:00Z", "2024-01-01 00:00:00 +0000", "2024-01-01 00:00:00 UTC", "2024-01-01T00:00:00,0Z",
            "20240101T000000Z", "20240101T0000Z", "20240101T000000", "20240101T090000.0+0900",
        ])
    func midnight(text: String) {
        #expect(Instant(rfc3339: text) == Instant(seconds: 1_704_067_200))
    }

    @Test("A fraction counts to the 18th digit; the rest is cut off")
    func fractions() {
        #expect(Instant(rfc3339: "1970-01-01T00:00:00.5")?.attoseconds == 500_000_000_000_000_000)
        #expect(Instant(rfc3339: "1970-01-01T00:00:00.000000000000000001Z")?.attoseconds == 1)
        #expect(Instant(rfc3339: "1970-01-01T00:00:00.0000000000000000019Z")?.attoseconds == 1)
        #expect(
            Instant(rfc3339: "1969-12-31T23:59:59.25Z") == Instant(seconds: -1, attoseconds: 250_000_000_000_000_000))
        #expect(Instant(rfc3339: "1970-01-01T00:00:00." + String(repeating: "9", count: 5000))?.seconds == 0)
    }

    @Test(
        "What is no timestamp is refused",
        arguments: [
            "", "2024", "2024-01", "20240101", "2024-1-1", "2024-01-01T", "2024-01-01Z", "20240101Z", "20240101T",
            "20240101T00", "20240101T00:00:00Z", "2024-01-01T0000Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:61Z",
            "2024-02-30T00:00:00Z", "2023-02-29", "2024-13-01", "2024-00-10", "0000-00-00 00:00:00",
            "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+9:00", "2024-01-01T00:00:00 ", "2024-01-01T00:00:00+090",
            "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+00:60", "2024-01-01T00:00:00ZZ", " 2024-01-01",
            "2024-01-01 ", "2024-01-01  00:00:00", "+2024-01-01", "-2024-01-01", "12024-01-01", "２０２４-01-01",
            "2024-06-30T12:00:60Z", "2024-01-01T00:00:60+09:00", "9999-12-31T23:59:60Z", "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01", "2024-01-01T00:00:00\0",
        ])
    func refused(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test("Milliseconds are written, and the digits more that are needed; to a server only those that are needed")
    func digits() {
        #expect(Instant(seconds: 0).description == "1970-01-01T00:00:00.000Z")
        #expect(RFC3339.format(Instant(seconds: 0)) == "1970-01-01T00:00:00Z")
        let quarter = Instant(seconds: -1, attoseconds: 250_000_000_000_000_000)
        #expect(quarter.description == "1969-12-31T23:59:59.250Z")
        #expect(RFC3339.format(quarter) == "1969-12-31T23:59:59.25Z")
        #expect(Instant.earliest.description == "0000-01-01T00:00:00.000Z")
        #expect(Instant.latest.description == "9999-12-31T23:59:59.999999999999999999Z")
    }

    @Test("The zone a timestamp is written in does not matter")
    func zones() {
        for seed in SeededGenerator.seeds(300) {
            var generator = SeededGenerator(seed: seed)
            let instant = Instant(seconds: .random(in: 0...4_000_000_000, using: &generator))
            let minutes = Int64.random(in: -1439...1439, using: &generator)
            let local = String(instant.advanced(bySeconds: minutes * 60).description.dropLast())
            let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
            let zone =
                (minutes < 0 ? "-" : "+") + (hours < 10 ? "0" : "") + "\(hours):" + (rest < 10 ? "0" : "") + "\(rest)"
            #expect(Instant(rfc3339: local + zone) == instant, "seed \(seed): \(local + zone)")
        }
    }
}
