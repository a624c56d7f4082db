import TestSupport
import Testing

@testable import FeedModel

@Suite struct HTTPDateTests {
    @Test(
        "The three forms of RFC 9110 name one instant, in any zone",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 09:49:37 +0100",
            "Sun, 06 Nov 1994 08:49:37", "Sunday, 06-Nov-94 08:49:37", "Sun Nov 6 08:49:37 1994",
            "Sun Nov 06 03:49:37 -0500 1994",
        ])
    func forms(text: String) {
        #expect(Instant(httpDate: text) == Instant(rfc3339: "1994-11-06T08:49:37Z"))
    }

    @Test("Two digits of a year mean the latest year that is not too far ahead")
    func shortYears() {
        func year(_ digits: String, by latest: Int) -> Int? {
            HTTPDate.parse(Array("Sunday, 06-Nov-\(digits) 08:49:37 GMT".utf8)[...], latestYear: latest)?.year
        }
        #expect(year("69", by: 2069) == 2069)
        #expect(year("70", by: 2069) == 1970)
        #expect(year("00", by: 2069) == 2000)
        #expect(year("76", by: 2076) == 2076)
        #expect(year("77", by: 2076) == 1977)
        #expect(year("01", by: 2149) == 2101)
        #expect(year("99", by: 9999) == 9999)
        #expect(year("99", by: 50) == nil, "before the year 0")
    }

    @Test(
        "What is no HTTP date is refused",
        arguments: [
            "", "Sun", "Sun,", "Sun, 06 Nov 1994 08", "Sun, 06 Nov 1994 08:49:37 XYZ",
            "sun, 06 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT ", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "Sunday 06-Nov-94 08:49:37 GMT",
        ])
    func refused(text: String) {
        #expect(Instant(httpDate: text) == nil)
    }

    @Test("Every date comes back from each form it is written in")
    func roundTrip() {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for seed in SeededGenerator.seeds(200) {
            var generator = SeededGenerator(seed: seed)
            let instant = Instant(seconds: .random(in: 0...3_100_000_000, using: &generator))
            let parts = instant.description.split(whereSeparator: { "-T:.Z".contains($0) }).map(String.init)
            let (year, month, day) = (parts[0], months[(Int(parts[1]) ?? 1) - 1], parts[2])
            let time = parts[3...5].joined(separator: ":")
            let padded = day.hasPrefix("0") ? " " + day.dropFirst() : day
            for text in [
                "Mon, \(day) \(month) \(year) \(time) GMT", "Monday, \(day)-\(month)-\(year.suffix(2)) \(time) GMT",
                "Mon \(month) \(padded) \(time) \(year)",
            ] {
                #expect(Instant(httpDate: text) == instant, "seed \(seed): \(text)")
            }
        }
    }
}
