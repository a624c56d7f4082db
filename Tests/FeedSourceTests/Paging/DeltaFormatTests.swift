import FeedModel
import TestSupport
import Testing

@testable import FeedSource

@Suite("What a delta asks from")
struct DeltaFormatTests {
    private func since(_ text: String, overlap: Int = 0, _ format: DeltaFormat = .asIs) throws -> String {
        let delta = "delta = { param = \"since\", overlap = \(overlap), format = \"\(format.rawValue)\" }"
        let spec = try ManifestText.spec(paging: "{ style = \"none\" }", extra: delta)
        return try #require(spec.delta).since(text)
    }

    @Test(
        "is the version as it was read",
        arguments: [
            "12", "-0", "007", "1.50", "1e3", "2024-01-01", "2024-01-01 10:00:00", "2024-01-01t10:00:00.120z",
            "2024-01-01T10:00:00+09:00", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "v2", "",
        ])
    func asIs(text: String) throws {
        #expect(try since(text) == text)
    }

    @Test(
        "keeps the form of the version when the overlap is taken off",
        arguments: [
            ("12", 5, "7"), ("3", 5, "-2"), ("1700000000.250", 5, "1699999995.250"), ("1.5", 2, "-0.5"),
            ("1700000000.000", 5, "1699999995.000"), ("-0.25", 1, "-1.25"), ("1.7e9", 5, "1699999995"),
            ("2024-01-01T00:00:02Z", 5, "2023-12-31T23:59:57Z"), ("2024-01-01T00:00:02", 5, "2023-12-31T23:59:57"),
            ("2024-01-01 00:00:02.120", 5, "2023-12-31 23:59:57.120"),
            ("2024-03-01t00:00:02.5+09:30", 5, "2024-02-29t23:59:57.5+09:30"), ("2024-01-02", 5, "2024-01-01"),
            ("2024-01-02", 86_400, "2024-01-01"), ("2024-01-02", 86_401, "2023-12-31"),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 38, "Sun, 06 Nov 1994 08:48:59 GMT"),
            ("Sunday, 06-Nov-94 00:00:00 GMT", 1, "Sat, 05 Nov 1994 23:59:59 GMT"),
            ("Sun Nov  6 08:49:37 1994", 1, "Sun, 06 Nov 1994 08:49:36 GMT"), ("latest", 5, "latest"),
            ("2017-01-01T08:59:60+09:00", 5, "2016-12-31T23:59:55Z"),
            ("0000-01-01T00:00:01Z", 5, "0000-01-01T00:00:00Z"),
            ("-170141183460469231731687303715884105728", 5, "-170141183460469231731687303715884105728"),
        ])
    func overlap(text: String, overlap: Int, expected: String) throws {
        #expect(try since(text, overlap: overlap) == expected)
    }

    @Test(
        "is written as the manifest says, rounded down",
        arguments: [
            (DeltaFormat.rfc3339, "2024-01-01T09:00:00.5+09:00", "2024-01-01T00:00:00.5Z"),
            (.epoch, "2024-01-01T00:00:00.9Z", "1704067200"), (.epoch, "1969-12-31T23:59:59.5Z", "-1"),
            (.epochMilliseconds, "2024-01-01T00:00:00.1239Z", "1704067200123"),
            (.http, "2024-01-01T00:00:00.9Z", "Mon, 01 Jan 2024 00:00:00 GMT"),
            (.http, "1969-12-31T00:00:00Z", "Wed, 31 Dec 1969 00:00:00 GMT"),
            (.epoch, "Mon, 01 Jan 2024 00:00:00 GMT", "1704067200"),
            (.rfc3339, "1704067200", "2024-01-01T00:00:00Z"), (.rfc3339, "1704067200.25", "2024-01-01T00:00:00.25Z"),
            (.rfc3339, "1704067200123", "2024-01-01T00:00:00.123Z"),
            (.rfc3339, "1704067200123456", "2024-01-01T00:00:00.123456Z"),
            (.epoch, "1704067200123", "1704067200"), (.epochMilliseconds, "1704067200", "1704067200000"),
            (.http, "1704067200123456789", "Mon, 01 Jan 2024 00:00:00 GMT"), (.epoch, "v2", "v2"),
            (.rfc3339, "170141183460469231731687303715884105727", "9999-12-31T23:59:59.999999999999999999Z"),
        ])
    func formats(format: DeltaFormat, text: String, expected: String) throws {
        #expect(try since(text, format) == expected)
    }

    @Test("takes the overlap off before it is written")
    func overlapInFormat() throws {
        #expect(try since("2024-01-01T00:00:05.9Z", overlap: 5, .epoch) == "1704067200")
        #expect(try since("1704067205123", overlap: 5000, .rfc3339) == "2024-01-01T00:00:00.123Z")
    }

    @Test(
        "is never later than the version, and by as much earlier as the overlap says",
        arguments: SeededGenerator.seeds(300))
    func law(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let instant = Instant(
            seconds: .random(in: -40_000_000_000...200_000_000_000, using: &random),
            attoseconds: Int64.random(in: 0..<1000, using: &random) * 1_000_000_000_000_000)
        let zone = ["Z", "", "+09:00", "-03:30"].randomElement(using: &random) ?? ""
        let text = instant.description.dropLast() + zone
        let overlap = Int.random(in: 0...1_000_000, using: &random)
        guard case .date(let version) = ItemVersion(text: String(text)) else { return }
        let start = ItemVersion(text: try since(String(text), overlap: overlap))
        #expect(start == .date(version.advanced(bySeconds: -Int64(overlap))), "seed \(seed)")
    }
}
