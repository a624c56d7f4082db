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
            number(word).flatMap { text, radix in
                guard let radix else { return Double(text).map(ManifestValue.number) }
                return Int(text, radix: radix).map(ManifestValue.integer)
            }
        }
    }

    /// Whether it is written as an integer, though perhaps one beyond 64 bits.
    static func isInteger(_ word: ArraySlice<UInt8>) -> Bool { number(word)?.radix != nil }

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

    /// A number without underscores, and its radix; no radix where it has a fraction or an exponent.
    private static func number(_ word: ArraySlice<UInt8>) -> (text: String, radix: Int?)? {
        var rest = ASCIICursor(word)
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where rest.take(prefix) {
            return digits(&rest, radix: UInt8(radix)).flatMap { rest.isAtEnd ? ($0, radix) : nil }
        }
        let sign = Self.sign(&rest)
        // Begins with no 0 but alone.
        guard var text = digits(&rest), text == "0" || !text.hasPrefix("0") else { return nil }
        var radix: Int? = 10
        if rest.take(".") {
            guard let fraction = digits(&rest) else { return nil }
            text += "." + fraction
            radix = nil
        }
        if rest.take("e") || rest.take("E") {
            let sign = Self.sign(&rest)
            guard let exponent = digits(&rest) else { return nil }
            text += "e" + sign + exponent
            radix = nil
        }
        return rest.isAtEnd ? (sign + text, radix) : nil
    }

    private static func sign(_ rest: inout ASCIICursor) -> String {
        if rest.take("-") { return "-" }
        _ = rest.take("+")
        return ""
    }

    /// At least one digit, without the underscores between them. An underscore must have a digit on both sides.
    private static func digits(_ rest: inout ASCIICursor, radix: UInt8 = 10) -> String? {
        let word = rest.take { byte in byte == UInt8(ascii: "_") || byte.hexadecimalDigit.map { $0 < radix } ?? false }
        let groups = word.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return groups.contains(where: \.isEmpty) ? nil : String(decoding: groups.joined(), as: UTF8.self)
    }
}
