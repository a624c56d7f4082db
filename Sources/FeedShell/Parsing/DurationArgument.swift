import ArgumentParser

/// A length of time as it is typed: `30s`, `5m`, `1h`, `2d`, or a bare number of seconds.
struct TimeSpan: Equatable, Comparable, Sendable {
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

    let seconds: Int64

    init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Nil for what is no whole number of a unit, or more than 64 bits of seconds.
    init?(_ text: String) {
        let unit = text.last.flatMap { Self.units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(digits)
        else { return nil }
        let (seconds, isTooLong) = number.multipliedReportingOverflow(by: unit ?? 1)
        guard !isTooLong else { return nil }
        self.seconds = seconds
    }

    var duration: Duration { .seconds(seconds) }

    static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.seconds < right.seconds }
}

extension TimeSpan: CustomStringConvertible {
    /// In the greatest unit that leaves no rest.
    var description: String {
        let unit = Self.units.filter { seconds != 0 && seconds.isMultiple(of: $0.value) }.max { $0.value < $1.value }
        return unit.map { "\(seconds / $0.value)\($0.key)" } ?? "\(seconds)s"
    }
}

extension TimeSpan: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument)
    }

    var defaultValueDescription: String { description }
}
