/// How often something was seen, and how many of those times it was tapped.
///
/// Law: `taps <= impressions`, so a rate never exceeds 1. Impressions are counted: one that was tapped twice counts as
/// one tapped impression. A tap without an impression (the row had not been visible for long enough) is in
/// `uncountedTaps` and not in the rate. It does not become an impression, since that would favour tapped rows.
public struct ClickThrough: Hashable, Sendable {
    /// How often it was seen, 0 or more.
    public let impressions: Int
    /// How many of the impressions were tapped, once or more often.
    public let taps: Int
    /// Taps that are not in the rate: further ones of an impression, and those without one.
    public let uncountedTaps: Int

    /// Nothing was seen.
    public static let none = ClickThrough(impressions: 0, taps: 0)

    /// Counts. A value outside its range becomes the nearest inside.
    public init(impressions: Int, taps: Int, uncountedTaps: Int = 0) {
        self.impressions = max(0, impressions)
        self.taps = min(max(0, taps), self.impressions)
        self.uncountedTaps = max(0, uncountedTaps)
    }

    /// The part of the impressions that was tapped: 0 to 1; nil where there are none.
    public var rate: Double? { impressions == 0 ? nil : Double(taps) / Double(impressions) }

    /// Where the true rate lies, with 95 % certainty at one look. For repeated looks see `TapComparison`.
    public var interval: WilsonInterval { WilsonInterval(successes: taps, of: impressions) }
}

/// What click-through is counted for.
public enum ClickThroughSubject: Hashable, Sendable {
    /// All rows of a section.
    case section(String)
    /// A content item in a section, by its ID.
    case item(String, section: String)
    /// An ad in a section, by the server's ID, in any slot.
    case ad(String, section: String)
    /// A row, counted from 0.
    case position(Int)
}

/// A line of click-through.
public struct ClickThroughLine: Hashable, Sendable {
    /// What was counted.
    public let subject: ClickThroughSubject
    /// How often it was seen and tapped.
    public let counts: ClickThrough

    /// A line; nothing is checked.
    public init(subject: ClickThroughSubject, counts: ClickThrough) {
        self.subject = subject
        self.counts = counts
    }
}
