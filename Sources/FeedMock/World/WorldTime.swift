/// The world's own time: milliseconds since 1970, moved by ticks and by nothing else.
///
/// A tick is one minute there, however long it takes here, so what a seed gives does not depend on when it is run.
enum WorldTime {
    /// Tick 0: 2026-04-01T00:00:00Z. Whatever the world starts with is older, whatever happens in it is newer.
    static let epoch: Int64 = 1_775_001_600_000
    static let tick: Int64 = 60_000

    /// When `tick` begins.
    static func start(of tick: Int) -> Int64 {
        epoch + Int64(tick) * Self.tick
    }

    /// The day as the API's `date_string` writes it: `2026.04.01`.
    static func dateString(_ milliseconds: Int64) -> String {
        let day = civilDay(milliseconds)
        return "\(day.year).\(padded(day.month)).\(padded(day.day))"
    }

    /// The day as the API's dates write it: `2026-04-01`.
    static func isoDate(_ milliseconds: Int64) -> String {
        let day = civilDay(milliseconds)
        return "\(day.year)-\(padded(day.month))-\(padded(day.day))"
    }

    /// Days to a Gregorian date by counting 400-year eras from 1 March of year 0, where leap days come last
    /// (E. G. Richards, "Calendars", in the Explanatory Supplement to the Astronomical Almanac, 3rd ed., 2013).
    private static func civilDay(_ milliseconds: Int64) -> (year: Int, month: Int, day: Int) {
        let days = Int((Double(milliseconds) / 86_400_000).rounded(.down)) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
