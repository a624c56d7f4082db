import FeedModel

/// How a delta writes the version that it asks from.
package enum DeltaFormat: String, CaseIterable, Sendable {
    /// As it was read.
    case asIs = "as_is"
    /// An RFC 3339 timestamp in UTC.
    case rfc3339
    /// Whole seconds since 1970, rounded down.
    case epoch
    /// Whole milliseconds since 1970, rounded down.
    case epochMilliseconds = "epoch_ms"
    /// An HTTP date, rounded down to the second.
    case http
}

extension CollectionSpec.Delta {
    /// What the server is asked with: the version less `overlap`, in `format`.
    ///
    /// The overlap counts in the version's own unit; a date's is the second. What is rounded is rounded down, so that
    /// too much is requested rather than too little. A version that is no number and no date is sent as it is.
    ///
    /// - Parameter versionText: a version in the server's words.
    package func since(_ versionText: String) -> String {
        switch ItemVersion(text: versionText) {
        case .none: versionText
        case .date(let instant): since(instant, versionText)
        case .integer(let integer): since(DecimalNumber(integer: integer), versionText)
        case .decimal(let number): since(number, versionText)
        }
    }

    private func since(_ instant: Instant, _ text: String) -> String {
        let overlap = Int64(clamping: overlap)
        let start = instant.advanced(bySeconds: -overlap)
        if format != .asIs { return write(start) }
        if overlap == 0 { return text }
        if Instant(httpDate: text) != nil { return HTTPDate.format(start) }
        return RFC3339.text(text, earlierBy: overlap) ?? start.description
    }

    private func since(_ number: DecimalNumber, _ text: String) -> String {
        guard let start = number.subtracting(Int128(overlap)) else { return text }
        if format != .asIs { return write(Self.instant(start)) }
        if overlap == 0 { return text }
        // As many digits after the point as were read; with an exponent as many as it takes.
        let point = text.utf8.firstIndex(of: UInt8(ascii: "."))
        let fraction = point.map { Array(text.utf8[$0...].dropFirst()) } ?? []
        return start.text(fractionDigits: fraction.allSatisfy(URLText.isDigit) ? fraction.count : 0)
    }

    private func write(_ instant: Instant) -> String {
        switch format {
        case .asIs, .rfc3339: instant.description
        case .epoch: String(instant.seconds)
        case .epochMilliseconds: String(instant.millisecondsSince1970)
        case .http: HTTPDate.format(instant)
        }
    }

    /// The time that a number is, whose unit follows from its size: seconds up to the year 5138, milliseconds,
    /// microseconds or nanoseconds beyond it, as far as they lie after 1973.
    private static func instant(_ number: DecimalNumber) -> Instant {
        let limit: Int128 = 100_000_000_000
        var unit: Int128 = 1
        while unit < 1_000_000_000, number.floor.magnitude >= (limit * unit).magnitude { unit *= 1_000 }
        let (seconds, rest) = number.floor.quotientAndRemainder(dividingBy: unit)
        let attoseconds = rest * (1_000_000_000_000_000_000 / unit) + Int128(number.fraction) / unit
        return Instant(seconds: Int64(clamping: seconds), attoseconds: Int64(clamping: attoseconds))
    }
}
