package import FeedModel

package enum DeltaFormat: String, CaseIterable, Sendable {
    case asIs = "as_is"
    case rfc3339
    /// Whole seconds since 1970, rounded down.
    case epoch
    /// Whole milliseconds since 1970, rounded down.
    case epochMilliseconds = "epoch_ms"
    /// An HTTP date, rounded down to the second.
    case http
}

extension CollectionSpec.Delta {
    static let place = "{}"

    /// Whether what has the version of the start has to come again.
    package var bringsStart: Bool {
        overlap > 0 || [">=", "gte", "ge{}", " ge "].contains { template.lowercased().contains($0) }
    }

    /// Whether a version is a time without a zone, which the server may take for one of its own zone.
    package static func lacksZone(_ versionText: String) -> Bool {
        [versionText, versionText + "Z"].allSatisfy { if case .date = ItemVersion(text: $0) { true } else { false } }
    }

    /// What the server is asked with: the template with the version less `overlap`, in `format`.
    package func since(_ versionText: String) -> String {
        template.replacing(Self.place, with: start(versionText, format))
    }

    package func start(_ versionText: String) -> ItemVersion { ItemVersion(text: start(versionText, .asIs)) }

    /// The version less `overlap`.
    ///
    /// The overlap counts in the version's own unit; a date's is the second. What is rounded is rounded down, so that
    /// too much is requested rather than too little. A version that is no number and no date is sent as it is.
    private func start(_ versionText: String, _ format: DeltaFormat?) -> String {
        let format = format ?? (Self.lacksZone(versionText) ? .rfc3339 : .asIs)
        return switch ItemVersion(text: versionText) {
        case .none: versionText
        case .date(let instant): start(instant, versionText, format)
        case .integer(let integer): start(DecimalNumber(integer: integer), versionText, format)
        case .decimal(let number): start(number, versionText, format)
        }
    }

    private func start(_ instant: Instant, _ text: String, _ format: DeltaFormat) -> String {
        let overlap = Int64(clamping: overlap)
        let start = instant.advanced(bySeconds: -overlap)
        if format != .asIs { return Self.write(start, format) }
        if overlap == 0 { return text }
        if Instant(httpDate: text) != nil { return HTTPDate.format(start) }
        return RFC3339.text(text, earlierBy: overlap) ?? RFC3339.format(start)
    }

    private func start(_ number: DecimalNumber, _ text: String, _ format: DeltaFormat) -> String {
        guard let start = number.subtracting(Int128(overlap)) else { return text }
        if format != .asIs { return Self.write(Self.instant(start), format) }
        if overlap == 0 { return text }
        // As many digits after the point as were read; with an exponent as many as it takes.
        let point = text.utf8.firstIndex(of: UInt8(ascii: "."))
        let fraction = point.map { Array(text.utf8[$0...].dropFirst()) } ?? []
        return start.text(fractionDigits: fraction.allSatisfy(\.isDigit) ? fraction.count : 0)
    }

    private static func write(_ instant: Instant, _ format: DeltaFormat) -> String {
        switch format {
        case .asIs, .rfc3339: RFC3339.format(instant)
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
