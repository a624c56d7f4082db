/// RFC 3339 timestamps, read and written by arithmetic on their bytes.
///
/// Accepted besides the RFC's own form: a space or a lower-case `t` between date and time and a lower-case `z`
/// (both named in RFC 3339 §5.6), no seconds, a comma before the fraction, the zones of `ASCIICursor.zone`, and the
/// basic form of ISO 8601 (`20240131T235959Z`). A date alone means its midnight in UTC; without hyphens it is a number.
/// Ranges are strict, days of the month included.
package enum RFC3339 {
    /// The instant `bytes` spell in full, with no space around; `nil` if they are no timestamp.
    ///
    /// Any number of fraction digits is accepted; those beyond the 18th are cut off. A leap second counts as the
    /// first second of the next day.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> Instant? {
        var cursor = ASCIICursor(bytes)
        let isBasic = bytes.dropFirst(4).first != UInt8(ascii: "-")
        guard let day = date(&cursor, isBasic: isBasic) else { return nil }
        if cursor.isAtEnd { return isBasic ? nil : Instant(seconds: Int64(day.daysSince1970) * 86_400) }
        guard
            cursor.take(anyOf: UInt8(ascii: "T"), UInt8(ascii: "t")) || cursor.take(UInt8(ascii: " ")),
            let time = time(&cursor, isBasic: isBasic),
            let offset = cursor.zone(),
            cursor.isAtEnd
        else { return nil }
        return time.instant(on: day, offsetMinutes: offset)
    }

    /// `instant` in UTC with the shortest fraction that loses nothing.
    ///
    /// - Parameter fewestDigits: of the fraction; with 0 a whole second has none.
    package static func format(_ instant: Instant, fewestDigits: Int = 0) -> String {
        let day = CivilDate(daysSince1970: instant.daysSince1970)
        let second = Int(instant.secondOfDay)
        var text: [UInt8] = []
        text.reserveCapacity(40)
        append(day.year, digits: 4, to: &text)
        append("-", day.month, to: &text)
        append("-", day.day, to: &text)
        append("T", second / 3600, to: &text)
        append(":", second / 60 % 60, to: &text)
        append(":", second % 60, to: &text)
        appendFraction(instant.attoseconds, fewestDigits: fewestDigits, to: &text)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The timestamp that many seconds earlier, written as it is: with the same separator, digits of fraction and zone,
    /// or without them. A date alone stays one, rounded down. Nil if it is no timestamp.
    package static func text(_ text: String, earlierBy seconds: Int64) -> String? {
        let bytes = Array(text.utf8)
        guard parse(bytes[...]) != nil else { return nil }
        if bytes.count == 10 {
            return parse(bytes[...]).map { String(format($0.advanced(bySeconds: -seconds)).prefix(10)) }
        }
        // The time of its own zone is moved, as if it were in UTC.
        guard bytes.count >= 19, bytes[16] == UInt8(ascii: ":"), let local = parse(bytes[..<19]) else { return nil }
        var moved = Array(format(local.advanced(bySeconds: -seconds)).utf8.prefix(19))
        moved[10] = bytes[10]
        return String(decoding: moved + bytes[19...], as: UTF8.self)
    }

    // MARK: Reading

    private static func date(_ cursor: inout ASCIICursor, isBasic: Bool) -> CivilDate? {
        guard
            let year = cursor.number(digits: 4), isBasic || cursor.take(UInt8(ascii: "-")),
            let month = cursor.number(digits: 2), isBasic || cursor.take(UInt8(ascii: "-")),
            let day = cursor.number(digits: 2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    private static func time(_ cursor: inout ASCIICursor, isBasic: Bool) -> TimeOfDay? {
        guard var time = TimeOfDay(&cursor, isBasic: isBasic) else { return nil }
        guard cursor.take(anyOf: UInt8(ascii: "."), UInt8(ascii: ",")) else { return time }
        guard cursor.isAtDigit else { return nil }
        var unit = Instant.attosecondsPerSecond
        while let digit = cursor.digit() {
            unit /= 10
            time.attoseconds += Int64(digit) * unit
        }
        return time
    }

    // MARK: Writing

    private static func append(_ mark: Unicode.Scalar, _ value: Int, to text: inout [UInt8]) {
        text.append(UInt8(ascii: mark))
        append(value, digits: 2, to: &text)
    }

    private static func append(_ value: Int, digits: Int, to text: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    private static func appendFraction(_ attoseconds: Int64, fewestDigits: Int, to text: inout [UInt8]) {
        var (rest, unit, digits) = (attoseconds, Instant.attosecondsPerSecond / 10, 0)
        while rest > 0 || digits < fewestDigits {
            if digits == 0 { text.append(UInt8(ascii: ".")) }
            text.append(UInt8(ascii: "0") + UInt8(rest / unit))
            (rest, unit, digits) = (rest % unit, unit / 10, digits + 1)
        }
    }
}
