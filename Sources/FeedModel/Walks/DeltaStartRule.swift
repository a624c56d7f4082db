package enum DeltaStartRule {
    /// How far ahead of the server's clock a version may be, in seconds: a day.
    package static let toleranceSeconds: Int64 = 86_400

    /// Whether a version may be the start of a delta: it must not be later than the server's clock by more than a day,
    /// else one wrong date would hide all changes until then.
    ///
    /// An integer has no unit. One that lies more than a day after `serverTime`, and before the year 2200, when read as
    /// seconds, milliseconds, microseconds or nanoseconds since 1970 counts as such a date. A counter with such a value
    /// loses its delta by this, but never a change.
    package static func admits(_ version: ItemVersion, at serverTime: Instant) -> Bool {
        let latest = serverTime.advanced(bySeconds: toleranceSeconds)
        switch version {
        case .none: return false
        case .date(let date): return date <= latest
        case .integer(let number): return admits(number, until: latest)
        case .decimal(let number): return admits(number.floor, until: latest)
        }
    }

    private static func admits(_ number: Int128, until latest: Instant) -> Bool {
        let limit = Int128(max(0, latest.millisecondsSince1970))
        return ![(1_000, 1), (1, 1), (1, 1_000), (1, 1_000_000)].contains { factor, divisor in
            let milliseconds = number.multipliedReportingOverflow(by: Int128(factor))
            guard !milliseconds.overflow else { return false }
            let time = milliseconds.partialValue / Int128(divisor)
            return time > limit && time < year2200
        }
    }

    /// 2200-01-01 in milliseconds since 1970.
    private static let year2200: Int128 = 7_258_118_400_000
}

/// Where the new items of a delta go. A list of changes says nothing about their order.
package enum DeltaPlace: String, CaseIterable, Codable, Sendable {
    case head, tail
}
