/// The result of a policy in a world.
public struct SweepResult: Hashable, Sendable {
    /// What was counted.
    public struct Counts: Hashable, Sendable {
        /// Ads requested.
        public internal(set) var requests = 0
        /// Ads that came.
        public internal(set) var fills = 0
        /// Ads that were on screen, if only for a moment and a row's edge.
        public internal(set) var shown = 0
        /// Ads that were seen as the policy wants it.
        public internal(set) var impressions = 0
        /// Screens the user rested on.
        public internal(set) var screens = 0
        /// Ads on all those screens together.
        public internal(set) var adsOnScreens = 0
        /// How many rows on screen showed something else after an answer came than before it, over all answers.
        public internal(set) var rowsShifted = 0
    }

    /// What was tried.
    public let candidate: PolicySweep.Candidate
    /// What was counted.
    public let counts: Counts

    /// Ads that came and were on screen at no time.
    public var neverShown: Int { counts.fills - counts.shown }

    /// The part of the ads that came that was on screen at some time: 0 to 1; nil where none came.
    public var showRate: Double? { Self.part(counts.shown, of: counts.fills) }

    /// The part of the requests that ended in an ad on screen: 0 to 1; nil where there were none.
    public var shownPerRequest: Double? { Self.part(counts.shown, of: counts.requests) }

    /// How many ads a screen had on average; nil where the user rested on none.
    public var adsPerScreen: Double? { Self.part(counts.adsOnScreens, of: counts.screens) }

    private static func part(_ count: Int, of all: Int) -> Double? {
        all == 0 ? nil : Double(count) / Double(all)
    }
}
