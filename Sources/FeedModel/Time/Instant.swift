public import struct Foundation.Date

/// A moment in UTC, exact to the attosecond.
///
/// Version dates compare as instants: the zone they were written in and the number of digits in their
/// fraction do not matter. A floating-point number of seconds is too coarse for that
/// this far from its epoch, so the fraction is an integer.
///
/// Every value lies in the years 0000 to 9999 UTC, so every value can be written as RFC 3339 and read back
/// equal.
public struct Instant: Comparable, Hashable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down; leap seconds are not counted.
    package let seconds: Int64

    /// The fraction of a second after `seconds`, in units of 10⁻¹⁸ s: 0 ..< 10¹⁸.
    package let attoseconds: Int64

    /// 0000-01-01T00:00:00Z.
    package static let earliest = Instant(uncheckedSeconds: -62_167_219_200, attoseconds: 0)

    /// The last attosecond of 9999-12-31.
    package static let latest = Instant(uncheckedSeconds: 253_402_300_799, attoseconds: attosecondsPerSecond - 1)

    static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000

    /// The instant `seconds` and `attoseconds` after 1970. Any `attoseconds` is carried over into the seconds;
    /// what lies before `earliest` or after `latest` becomes that.
    package init(seconds: Int64, attoseconds: Int64 = 0) {
        var (carry, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
        if rest < 0 {
            carry -= 1
            rest += Self.attosecondsPerSecond
        }
        let (sum, overflow) = seconds.addingReportingOverflow(carry)
        if overflow {
            self = seconds < 0 ? .earliest : .latest
        } else {
            self = min(max(Instant(uncheckedSeconds: sum, attoseconds: rest), .earliest), .latest)
        }
    }

    /// The moment in whole milliseconds, as apps take it.
    public var date: Date { Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1_000) }

    /// The moment of a date, in whole milliseconds; one outside of the years 0000 to 9999 becomes their first or last moment.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.init(millisecondsSince1970: Int64(max(-1e15, min(1e15, milliseconds))))
    }

    private init(uncheckedSeconds seconds: Int64, attoseconds: Int64) {
        self.seconds = seconds
        self.attoseconds = attoseconds
    }

    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        (left.seconds, left.attoseconds) < (right.seconds, right.attoseconds)
    }

    /// The instant that many seconds later, or earlier if negative; stops at `earliest` and `latest`.
    package func advanced(bySeconds delta: Int64) -> Instant {
        let (sum, overflow) = seconds.addingReportingOverflow(delta)
        if overflow { return delta < 0 ? .earliest : .latest }
        return Instant(seconds: sum, attoseconds: attoseconds)
    }

    /// Its year in UTC: 0 to 9999.
    package var year: Int { CivilDate(daysSince1970: daysSince1970).year }

    var daysSince1970: Int { Int(seconds - secondOfDay) / 86_400 }
    var secondOfDay: Int64 { (seconds % 86_400 + 86_400) % 86_400 }

    private static let attosecondsPerMillisecond = attosecondsPerSecond / 1000

    /// Milliseconds since 1970-01-01T00:00:00Z, rounded down.
    package var millisecondsSince1970: Int64 { seconds * 1000 + attoseconds / Self.attosecondsPerMillisecond }

    /// The instant that many milliseconds after 1970; stops at `earliest` and `latest`.
    package init(millisecondsSince1970 milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(seconds: seconds, attoseconds: rest * Self.attosecondsPerMillisecond)
    }
}

extension Instant: CustomStringConvertible {
    package init?(rfc3339 text: String) {
        guard let instant = RFC3339.parse(Array(text.utf8)[...]) else { return nil }
        self = instant
    }

    package init?(httpDate text: String) {
        guard let instant = HTTPDate.parse(Array(text.utf8)[...]) else { return nil }
        self = instant
    }

    /// RFC 3339 in UTC, with milliseconds and as many digits more as lose nothing: `2024-01-01T00:00:00.500Z`. Times of which
    /// none is finer are as long as each other, and sort as text.
    public var description: String { RFC3339.format(self, fewestDigits: 3) }
}
