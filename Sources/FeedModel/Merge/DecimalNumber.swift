/// A decimal number, exactly as it is written, without floating point.
package struct DecimalNumber: Comparable, Hashable, Sendable {
    /// The most digits after the point, zeros at the end apart.
    package static let fractionDigits = 18
    private static let unit: UInt64 = 1_000_000_000_000_000_000
    /// Longer texts are not read.
    private static let longestText = 128

    /// The greatest integer that is not greater.
    package let floor: Int128
    /// The difference to `floor`, in units of 10⁻¹⁸: 0 ..< 10¹⁸.
    package let fraction: UInt64

    package init(integer: Int128) { self.init(floor: integer, fraction: 0) }

    private init(floor: Int128, fraction: UInt64) {
        self.floor = floor
        self.fraction = fraction
    }

    /// Reads a number by the grammar of JSON, leading zeros allowed: `-1.5`, `1e3`. Nil for anything else, and for
    /// numbers that do not fit exactly.
    package init?(text bytes: ArraySlice<UInt8>) {
        guard bytes.count <= Self.longestText, var text = DecimalText(bytes) else { return nil }
        guard text.shift(), let whole = ItemVersion.number(in: text.whole, as: Int128.self) else { return nil }
        let zeros = repeatElement(UInt8(ascii: "0"), count: Self.fractionDigits - text.fraction.count)
        let fraction = (text.fraction + zeros).reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
        if text.isNegative, fraction > 0 {
            self.init(floor: -whole - 1, fraction: Self.unit - fraction)
        } else {
            self.init(floor: text.isNegative ? -whole : whole, fraction: fraction)
        }
    }

    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        left.floor == right.floor ? left.fraction < right.fraction : left.floor < right.floor
    }

    /// The number less an integer; nil where it has no room.
    package func subtracting(_ integer: Int128) -> DecimalNumber? {
        let (difference, isOverflow) = floor.subtractingReportingOverflow(integer)
        return isOverflow ? nil : DecimalNumber(floor: difference, fraction: fraction)
    }
}

extension DecimalNumber: CustomStringConvertible {
    package var description: String { text(fractionDigits: 0) }

    /// The number with at least so many digits after the point, no more than 18.
    package func text(fractionDigits least: Int) -> String {
        let isNegative = floor < 0
        let part = isNegative && fraction > 0 ? Self.unit - fraction : fraction
        let whole = (isNegative && fraction > 0 ? floor + 1 : floor).magnitude
        var digits = String(part).zeroPadded(to: Self.fractionDigits)
        while digits.utf8.count > max(least, 0), digits.last == "0" { digits.removeLast() }
        return "\(isNegative ? "-" : "")\(whole)\(digits.isEmpty ? "" : ".")\(digits)"
    }
}

private struct DecimalText {
    let isNegative: Bool
    private(set) var whole: [UInt8] = []
    private(set) var fraction: [UInt8] = []
    private var exponent = 0

    init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ASCIICursor(bytes)
        isNegative = cursor.take(UInt8(ascii: "-"))
        whole = Array(cursor.take(while: \.isDigit))
        if whole.isEmpty { return nil }
        if cursor.take(UInt8(ascii: ".")) {
            fraction = Array(cursor.take(while: \.isDigit))
            if fraction.isEmpty { return nil }
        }
        if cursor.take(anyOf: UInt8(ascii: "e"), UInt8(ascii: "E")) {
            let isNegative = cursor.take(UInt8(ascii: "-"))
            if !isNegative { _ = cursor.take(UInt8(ascii: "+")) }
            let digits = cursor.take(while: \.isDigit)
            guard let power = Int(String(decoding: digits, as: UTF8.self)), power <= 1_000_000 else { return nil }
            exponent = isNegative ? -power : power
        }
        if !cursor.isAtEnd { return nil }
    }

    /// Moves the point by the exponent; false where the number has no room.
    mutating func shift() -> Bool {
        let isZero = (whole + fraction).allSatisfy { $0 == UInt8(ascii: "0") }
        if isZero { exponent = 0 }
        guard abs(exponent) <= 128 else { return false }
        let zeros = repeatElement(UInt8(ascii: "0"), count: abs(exponent))
        let digits = exponent < 0 ? zeros + whole + fraction : whole + fraction + zeros
        let point = whole.count + max(0, exponent)
        (whole, fraction) = (Array(digits[..<point]), Array(digits[point...]))
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        return fraction.count <= DecimalNumber.fractionDigits
    }
}
