/// The three date forms of RFC 9110 §5.6.7: IMF-fixdate, and the obsolete RFC 850 and asctime forms that
/// recipients must still read. What APIs write in their place is accepted, too: other zones, or none, a day of one
/// digit, and no seconds (RFC 5322 §3.3), also the zone in the midst of the asctime form.
///
/// Names are case-sensitive as in the RFC. The name of the day must be one, but is not checked against the date:
/// the RFC asks for robust reading, and the date is complete without it.
package enum HTTPDate {
    /// The instant `bytes` spell in full, with no space around; `nil` if they are no HTTP date.
    ///
    /// - Parameter latestYear: how a year of two digits is completed: to the latest year with those digits that is
    ///   not after this one. The RFC wants fifty years after now; where no clock is at hand, as for the versions of
    ///   items, the default reads 70 to 99 as 19xx and 00 to 69 as 20xx.
    package static func parse(_ bytes: ArraySlice<UInt8>, latestYear: Int = 2069) -> Instant? {
        var cursor = ASCIICursor(bytes)
        let instant: Instant?
        if take(oneOf: longDayNames, &cursor) != nil {
            instant = dayFirst(&cursor, latestYear: latestYear)
        } else if take(oneOf: shortDayNames, &cursor) != nil {
            instant = cursor.next == UInt8(ascii: ",") ? dayFirst(&cursor) : asctime(&cursor)
        } else {
            instant = nil
        }
        return cursor.isAtEnd ? instant : nil
    }

    /// `instant` as an IMF-fixdate (RFC 9110 §5.6.7), rounded down to the second: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func format(_ instant: Instant) -> String {
        let text = RFC3339.format(instant)
        let days = instant.daysSince1970
        let date = CivilDate(daysSince1970: days)
        // 1970 began on a Thursday, the fourth of the names.
        let weekday = shortDayNames[((days + 3) % 7 + 7) % 7]
        let (day, year, time) = (text.dropFirst(8).prefix(2), text.prefix(4), text.dropFirst(11).prefix(8))
        return "\(weekday), \(day) \(monthNames[date.month - 1]) \(year) \(time) GMT"
    }

    private static let longDayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let shortDayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `, 06 Nov 1994 08:49:37 GMT`; where a latest year is given, `, 06-Nov-94 08:49:37 GMT`.
    private static func dayFirst(_ cursor: inout ASCIICursor, latestYear: Int? = nil) -> Instant? {
        let mark = latestYear == nil ? " " : "-"
        guard
            cursor.take(", "), let day = day(&cursor),
            cursor.take(mark), let month = month(&cursor),
            cursor.take(mark), let year = cursor.number(digits: latestYear == nil ? 4 : 2),
            cursor.take(" "), let time = TimeOfDay(&cursor), let offset = cursor.zone(),
            let date = CivilDate(
                year: latestYear.map { $0 - ($0 % 100 - year + 100) % 100 } ?? year, month: month, day: day)
        else { return nil }
        return time.instant(on: date, offsetMinutes: offset)
    }

    /// ` Nov  6 08:49:37 1994`, or ` Nov  6 08:49:37 +0000 1994`
    private static func asctime(_ cursor: inout ASCIICursor) -> Instant? {
        guard
            cursor.take(" "), let month = month(&cursor), cursor.take(" "),
            let day = cursor.take(" ") ? cursor.number(digits: 1) : day(&cursor),
            cursor.take(" "), let time = TimeOfDay(&cursor)
        else { return nil }
        var ahead = cursor
        let isYear = ahead.take(" ") && ahead.isAtDigit
        guard
            let offset = isYear ? 0 : cursor.zone(), cursor.take(" "), let year = cursor.number(digits: 4),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return time.instant(on: date, offsetMinutes: offset)
    }

    private static func day(_ cursor: inout ASCIICursor) -> Int? {
        cursor.digit().map { first in cursor.digit().map { first * 10 + $0 } ?? first }
    }

    private static func month(_ cursor: inout ASCIICursor) -> Int? {
        take(oneOf: monthNames, &cursor).map { $0 + 1 }
    }

    private static func take(oneOf names: [String], _ cursor: inout ASCIICursor) -> Int? {
        names.firstIndex { cursor.take($0) }
    }
}
