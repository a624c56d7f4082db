/// A wall-clock time as dates on the wire write it, before its zone is known.
struct TimeOfDay: Equatable {
    let hour: Int
    let minute: Int
    let second: Int
    var attoseconds: Int64 = 0

    /// Reads `08:49:37`, or `084937` where it is basic; without seconds it is a whole minute. `nil` out of range. A second
    /// of 60 is a leap second, whose place `instant` checks.
    init?(_ cursor: inout ASCIICursor, isBasic: Bool = false) {
        guard let hour = cursor.number(digits: 2), isBasic || cursor.take(UInt8(ascii: ":")),
            let minute = cursor.number(digits: 2),
            let second = (isBasic ? cursor.isAtDigit : cursor.take(UInt8(ascii: ":"))) ? cursor.number(digits: 2) : 0,
            hour <= 23, minute <= 59, second <= 60
        else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// This time on `day` in a zone `offsetMinutes` ahead of UTC.
    ///
    /// A leap second is taken for the first second of the next day, as POSIX does. `nil` for a leap second
    /// that is not the last of a UTC day, and for what lies outside the years 0000 to 9999 in UTC.
    func instant(on day: CivilDate, offsetMinutes: Int = 0) -> Instant? {
        let seconds = Int64(day.daysSince1970 * 86_400 + (hour * 60 + minute - offsetMinutes) * 60 + second)
        if second == 60, seconds % 86_400 != 0 { return nil }
        guard seconds >= Instant.earliest.seconds, seconds <= Instant.latest.seconds else { return nil }
        return Instant(seconds: seconds, attoseconds: attoseconds)
    }
}
