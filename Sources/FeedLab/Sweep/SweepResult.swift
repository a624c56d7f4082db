package struct SweepResult: Hashable, Sendable {
    package struct Counts: Hashable, Sendable {
        package internal(set) var requests = 0
        package internal(set) var fills = 0
        /// Ads of which any part was on screen at any time.
        package internal(set) var shown = 0
        /// Impressions by the rule of the policy.
        package internal(set) var impressions = 0
        /// Screens the user rested on.
        package internal(set) var screens = 0
        /// Ads on all those screens together.
        package internal(set) var adsOnScreens = 0
        /// How many rows on screen an answer changed, over all answers.
        package internal(set) var rowsShifted = 0
    }

    package let candidate: PolicySweep.Candidate
    package let counts: Counts

    /// Ads that arrived and were never on screen.
    package var neverShown: Int { counts.fills - counts.shown }

    /// The part of the arrived ads that was ever on screen: 0 to 1; nil where none arrived.
    package var showRate: Double? { Self.part(counts.shown, of: counts.fills) }

    /// The part of the requests whose ad was ever on screen: 0 to 1; nil without requests.
    package var shownPerRequest: Double? { Self.part(counts.shown, of: counts.requests) }

    /// How many ads a screen had on average; nil where the user rested on none.
    package var adsPerScreen: Double? { Self.part(counts.adsOnScreens, of: counts.screens) }

    private static func part(_ count: Int, of all: Int) -> Double? {
        all == 0 ? nil : Double(count) / Double(all)
    }
}
