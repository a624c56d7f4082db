import ArgumentParser

/// A length of time as it is typed: `500ms`, `30s`, `1.5m`, `2h`, `7d`. The unit is never left out.
package struct DurationArgument: Hashable, Comparable, Sendable {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]
    /// About 30,000 years.
    private static let mostMilliseconds = 1e15

    package static let zero = DurationArgument(milliseconds: 0)

    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package init(seconds: Int64) {
        milliseconds = seconds * 1_000
    }

    /// Nil for what is no decimal number, 0 or more, with a unit. It is rounded to the millisecond.
    init?(_ text: String) {
        let unit = String(text.drop { $0 == "." || $0.isASCII && $0.isNumber })
        guard let factor = Self.units.first(where: { $0.name == unit })?.milliseconds,
            let number = Self.number(text.dropLast(unit.count)), number * Double(factor) <= Self.mostMilliseconds
        else { return nil }
        milliseconds = Int64((number * Double(factor)).rounded())
    }

    package var duration: Duration { .milliseconds(milliseconds) }
    package var seconds: Double { Double(milliseconds) / 1_000 }

    package func check(_ option: String, in range: ClosedRange<DurationArgument>) throws {
        guard range.contains(self) else {
            throw ValidationError("\(option) is \(range.lowerBound) to \(range.upperBound)")
        }
    }

    package static func < (left: DurationArgument, right: DurationArgument) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Why a text is no length of time, to follow the words “the value …”.
    static func refusal(of text: String) -> String {
        number(text[...]) == nil
            ? "is no duration, such as 500ms, 30s, 5m, 2h or 7d" : "has no unit; write \(text)s, or use ms, m, h or d"
    }

    /// Digits, and at most one point between them.
    private static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        }
        return areDigits && parts.count <= 2 ? Double(text) : nil
    }
}

extension DurationArgument: CustomStringConvertible {
    /// In the greatest unit that gives a whole number.
    package var description: String {
        let unit = Self.units.first { milliseconds != 0 && milliseconds.isMultiple(of: $0.milliseconds) }
        return unit.map { "\(milliseconds / $0.milliseconds)\($0.name)" } ?? "0s"
    }
}

extension DurationArgument: ExpressibleByArgument {
    /// What the help shows for its value; messages about it go by this name.
    package static let valueName = "duration"

    package init?(argument: String) {
        self.init(argument)
    }

    package var defaultValueDescription: String { description }
}

extension ArgumentHelp {
    static func duration(_ abstract: String) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: DurationArgument.valueName)
    }
}

/// A speed as it is typed: `6/s`, `90/min`, or a bare number of rows in a second.
package struct ScrollSpeed: ExpressibleByArgument {
    /// What the help shows for its value; messages about it go by this name.
    package static let valueName = "rows/s"

    package let rowsPerSecond: Double

    package init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        let seconds: [Substring: Double] = ["s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60]
        guard (1...2).contains(parts.count), let rows = Double(String(parts[0])),
            let unit = parts.count == 1 ? 1 : seconds[parts[1]], (0.01...1_000).contains(rows / unit)
        else { return nil }
        rowsPerSecond = rows / unit
    }
}
