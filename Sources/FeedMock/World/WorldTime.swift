import FeedModel

/// The world's own time: milliseconds since 1970, moved by ticks and by nothing else.
///
/// A tick is one minute there, however long it takes here, so what a seed gives does not depend on when it is run.
enum WorldTime {
    /// Tick 0: 2026-04-01T00:00:00Z. Whatever the world starts with is older, whatever happens in it is newer.
    static let epoch: Int64 = 1_775_001_600_000
    static let tick: Int64 = 60_000

    static func start(of tick: Int) -> Int64 {
        epoch + Int64(tick) * Self.tick
    }

    /// The day as the API's `date_string` writes it: `2026.04.01`.
    static func dateString(_ milliseconds: Int64) -> String {
        day(milliseconds, separator: ".")
    }

    /// The day as the API's dates write it: `2026-04-01`.
    static func isoDate(_ milliseconds: Int64) -> String {
        day(milliseconds, separator: "-")
    }

    private static func day(_ milliseconds: Int64, separator: String) -> String {
        let day = CivilDate(daysSince1970: Int((Double(milliseconds) / 86_400_000).rounded(.down)))
        return [day.year, day.month, day.day].map { String($0).zeroPadded(to: 2) }.joined(separator: separator)
    }
}
