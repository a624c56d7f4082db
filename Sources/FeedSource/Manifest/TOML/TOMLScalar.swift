import FeedModel

/// What a word means that is a value without quotes or brackets.
enum TOMLScalar {
    static func isPart(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "_+-.:".utf8.contains(byte)
    }

    /// Nil for what is no boolean, number, date or time.
    static func value(of word: ArraySlice<UInt8>) -> ManifestValue? {
        switch String(decoding: word, as: UTF8.self) {
        case "true": .bool(true)
        case "false": .bool(false)
        case "inf", "+inf": .number(.infinity)
        case "-inf": .number(-.infinity)
        case "nan", "+nan", "-nan": .number(.nan)
        case let text where isTime(word): .date(text)
        default:
            integerDigits(word).flatMap { Int($0.digits, radix: $0.radix) }.map(ManifestValue.integer)
                ?? float(word).map(ManifestValue.number)
        }
    }

    /// Whether it is written as an integer, though perhaps one beyond 64 bits.
    static func isInteger(_ word: ArraySlice<UInt8>) -> Bool { integerDigits(word) != nil }

    // MARK: Dates and times

    /// Whether the word is a day alone: `1979-05-27`.
    static func isDay(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 10 && RFC3339.parse(word) != nil
    }

    /// A day, a time of day, or both, with a zone or without.
    private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
        let hasTimeOnly = word.dropFirst(2).first == UInt8(ascii: ":")
        guard hasTimeOnly else { return isDay(word) || isTimestamp(word) }
        let isLocal = word.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        return isLocal && isTimestamp("1970-01-01T".utf8 + word)
    }

    /// TOML has no time without seconds.
    private static func isTimestamp(_ word: ArraySlice<UInt8>) -> Bool {
        RFC3339.parse(word) != nil && word.dropFirst(16).first == UInt8(ascii: ":")
    }

    // MARK: Numbers

    /// The digits with their sign and without underscores.
    private static func integerDigits(_ word: ArraySlice<UInt8>) -> (digits: String, radix: Int)? {
        let radix =
            switch String(decoding: word.prefix(2), as: UTF8.self) {
            case "0x": 16
            case "0o": 8
            case "0b": 2
            default: 10
            }
        guard radix == 10 else { return digits(word.dropFirst(2), radix: radix).map { ($0, radix) } }
        let (sign, rest) = signed(word)
        return decimal(rest).map { (sign + $0, 10) }
    }

    private static func float(_ word: ArraySlice<UInt8>) -> Double? {
        let (sign, number) = signed(word)
        let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count + mantissa.count > 2, var text = decimal(mantissa[0]) else { return nil }
        if mantissa.count == 2 {
            guard let fraction = digits(mantissa[1], radix: 10) else { return nil }
            text += "." + fraction
        }
        if parts.count == 2 {
            let (sign, rest) = signed(parts[1])
            guard let exponent = digits(rest, radix: 10) else { return nil }
            text += "e" + sign + exponent
        }
        return Double(sign + text)
    }

    private static func signed(_ word: ArraySlice<UInt8>) -> (sign: String, rest: ArraySlice<UInt8>) {
        switch word.first {
        case UInt8(ascii: "-"): ("-", word.dropFirst())
        case UInt8(ascii: "+"): ("", word.dropFirst())
        default: ("", word)
        }
    }

    /// Decimal digits that begin with no 0 but alone.
    private static func decimal(_ word: ArraySlice<UInt8>) -> String? {
        word.count > 1 && word.first == UInt8(ascii: "0") ? nil : digits(word, radix: 10)
    }

    /// At least one digit, without the underscores between them. An underscore must have a digit on both sides.
    private static func digits(_ word: ArraySlice<UInt8>, radix: Int) -> String? {
        let groups = word.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        let areDigits = groups.allSatisfy { group in
            !group.isEmpty
                && group.allSatisfy { (Character(UnicodeScalar($0)).hexDigitValue ?? radix) < radix }
        }
        return areDigits ? String(decoding: groups.joined(), as: UTF8.self) : nil
    }
}
