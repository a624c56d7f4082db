/// The server's version of an item, as the merge compares it.
///
/// The order is the first part of the merge law: a missing or unreadable version sorts below every real one, numbers
/// compare as numbers, dates as instants, and where a collection mixes the two, dates sort above.
package enum ItemVersion: Hashable, Sendable {
    /// No version, or one that is neither a number nor a date.
    case none
    /// A counter, a timestamp in any unit, anything that is written in digits.
    case integer(Int128)
    /// A number with a fraction, such as seconds since 1970 with microseconds. Never one that is an integer.
    case decimal(DecimalNumber)
    /// A date in a form that `RFC3339` or `HTTPDate` reads.
    case date(Instant)

    /// Reads the bytes of a JSON number, or the text of a JSON string.
    ///
    /// Digits, with or without a minus, are an integer. With a fraction, an exponent or both they are that exact
    /// number: 1.50 is 1.5 and 1e3 is 1000. What `RFC3339` or `HTTPDate` reads is a date. Anything else is `none`:
    /// text with space around it, integers that need more than 128 bits, fractions of more than
    /// `DecimalNumber.fractionDigits` digits.
    package init(text bytes: ArraySlice<UInt8>) {
        if let integer = Self.integer(in: bytes) {
            self = .integer(integer)
        } else if let instant = RFC3339.parse(bytes) ?? HTTPDate.parse(bytes) {
            self = .date(instant)
        } else if let number = DecimalNumber(text: bytes) {
            self = number.fraction == 0 ? .integer(number.floor) : .decimal(number)
        } else {
            self = .none
        }
    }

    /// Reads a version that was stored as text, with the same result as from the page.
    package init(text: String) {
        // Most versions are integers, which are read without a copy.
        if let integer = Self.integer(in: text.utf8) {
            self = .integer(integer)
        } else {
            self.init(text: Array(text.utf8)[...])
        }
    }

    private static func integer(in bytes: some Collection<UInt8>) -> Int128? {
        // Eighteen characters always fit 64 bits, where arithmetic is fast; nearly every version is that short.
        bytes.count <= 18 ? number(in: bytes, as: Int64.self).map { Int128($0) } : number(in: bytes, as: Int128.self)
    }

    /// A whole number in decimal digits; nil where it is none, or does not fit.
    @inlinable package static func number<Number: FixedWidthInteger>(
        in bytes: some Collection<UInt8>, as _: Number.Type
    ) -> Number? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        var value: Number = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let digit = Number(byte - UInt8(ascii: "0"))
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            // Built from negative digits for a minus: the least number has no positive counterpart.
            let (sum, overflowToo) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if overflow || overflowToo { return nil }
            value = sum
        }
        return value
    }

    /// Whether both are numbers or both are dates; what has no version is of every kind.
    package func isSameKind(as other: ItemVersion) -> Bool {
        kind == other.kind || self == .none || other == .none
    }
}

extension ItemVersion: Comparable {
    package static func < (left: ItemVersion, right: ItemVersion) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left < right
        case (.integer(let left), .decimal(let right)): DecimalNumber(integer: left) < right
        case (.decimal(let left), .integer(let right)): left < DecimalNumber(integer: right)
        default: left.kind < right.kind
        }
    }

    private var kind: Int {
        switch self {
        case .none: 0
        case .integer, .decimal: 1
        case .date: 2
        }
    }
}
