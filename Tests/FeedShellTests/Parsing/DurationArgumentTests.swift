import Testing

@testable import FeedShell

@Suite("A length of time as it is typed")
struct TimeSpanTests {
    @Test(
        "is a whole number of seconds, minutes, hours or days",
        arguments: [("30s", 30), ("5m", 300), ("1h", 3_600), ("2d", 172_800), ("90", 90), ("0", 0), ("007s", 7)])
    func reads(text: String, seconds: Int64) {
        #expect(TimeSpan(text)?.seconds == seconds)
    }

    @Test(
        "is nothing else",
        arguments: ["", "s", "-5s", "+5", "1.5m", "5 m", "5M", "1h30m", "٣s", "9223372036854775807m", "1e3"])
    func refuses(text: String) {
        #expect(TimeSpan(text) == nil)
    }

    @Test("is written in its greatest whole unit, which reads back")
    func writes() {
        for (seconds, text) in [(0, "0s"), (60, "1m"), (90, "90s"), (7_200, "2h"), (604_800, "7d")] as [(Int64, String)]
        {
            #expect(TimeSpan(seconds: seconds).description == text)
            #expect(TimeSpan(text)?.seconds == seconds)
        }
    }
}
