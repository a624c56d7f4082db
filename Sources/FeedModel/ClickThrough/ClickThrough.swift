/// How often something was seen, and how many of those times it was tapped.
///
/// Law: `taps <= impressions`, so a rate never exceeds 1. Impressions are counted: one that was tapped twice counts as
/// one tapped impression. A tap without an impression (the row had not been visible for long enough) is in
/// `uncountedTaps` and not in the rate. It does not become an impression, since that would favour tapped rows.
package struct ClickThrough: Hashable, Sendable {
    package let impressions: Int
    package let taps: Int
    /// Taps that are not in the rate: further ones of an impression, and those without one.
    package let uncountedTaps: Int

    package static let none = ClickThrough(impressions: 0, taps: 0)

    /// Counts. A value outside its range becomes the nearest inside.
    package init(impressions: Int, taps: Int, uncountedTaps: Int = 0) {
        self.impressions = max(0, impressions)
        self.taps = min(max(0, taps), self.impressions)
        self.uncountedTaps = max(0, uncountedTaps)
    }

    /// The part of the impressions that was tapped: 0 to 1; nil where there are none.
    package var rate: Double? { impressions == 0 ? nil : Double(taps) / Double(impressions) }

    /// Where the true rate lies, with 95 % certainty at one look. For repeated looks see `TapComparison`.
    package var interval: WilsonInterval { WilsonInterval(successes: taps, of: impressions) }
}

package enum ClickThroughSubject: Hashable, Sendable {
    case section(SectionID)
    case item(ItemID, section: SectionID)
    /// An ad in a section, by the server's ID, in any slot.
    case ad(ItemID, section: SectionID)
    /// A row, counted from 0.
    case position(Int)
}

package struct ClickThroughLine: Hashable, Sendable {
    package let subject: ClickThroughSubject
    package let counts: ClickThrough

    package init(subject: ClickThroughSubject, counts: ClickThrough) {
        self.subject = subject
        self.counts = counts
    }
}
