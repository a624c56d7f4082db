import Testing

@testable import FeedShell

@Suite("A duration as it is typed")
struct DurationArgumentTests {
    @Test(
        "is a number with a unit",
        arguments: [
            ("500ms", 500), ("30s", 30_000), ("5m", 300_000), ("1h", 3_600_000), ("2d", 172_800_000), ("0s", 0),
            ("007s", 7_000), ("1.5s", 1_500), ("0.5h", 1_800_000), ("0.0004s", 0), ("0.0006s", 1),
        ])
    func reads(text: String, milliseconds: Int64) {
        #expect(DurationArgument(text)?.milliseconds == milliseconds)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "s", "90", "0", "-5s", "+5", "5 m", "5M", "1h30m", "٣s", "9223372036854775807m", "1e3", "1.s", ".5s",
            "1.5.5s", "5sec",
        ])
    func refuses(text: String) {
        #expect(DurationArgument(text) == nil)
    }

    @Test("is written in its greatest whole unit, which reads back")
    func writes() {
        for (milliseconds, text) in [
            (0, "0s"), (1, "1ms"), (1_500, "1500ms"), (60_000, "1m"), (90_000, "90s"), (7_200_000, "2h"),
            (604_800_000, "7d"),
        ] as [(Int64, String)] {
            #expect(DurationArgument(milliseconds: milliseconds).description == text)
            #expect(DurationArgument(text)?.milliseconds == milliseconds)
        }
    }

    @Test(
        "is asked for where a number has no unit, in every option that takes one",
        arguments: [
            "sync --wait 30", "sync --spacing 30", "flush --wait 30", "watch --every 30", "mock serve --latency 30",
            "mock serve --change-every 30", "simulate --sweep every=3 --latency 30",
            "simulate --sweep every=3 --pause 30",
        ])
    func bareNumbers(line: String) async throws {
        let result = try await ShellFixture().run(line)
        #expect(result.status == .usage)
        #expect(result.errors.contains("the value “30” is invalid for “--"), "\(result.errors)")
        #expect(result.errors.contains("has no unit; write 30s, or use ms, m, h or d; see “help "), "\(result.errors)")
    }

    @Test("is in seconds without a unit in scroll --dwell only")
    func dwell() {
        #expect(DwellArgument(argument: "1")?.duration == DurationArgument(seconds: 1))
        #expect(DwellArgument(argument: "0.25")?.duration == DurationArgument(milliseconds: 250))
        #expect(DwellArgument(argument: "2m")?.duration == DurationArgument(seconds: 120))
        #expect(DwellArgument(argument: "soon") == nil)
        #expect(DwellArgument(argument: "-1") == nil)
    }
}
