import FeedModel

/// The request for an ad that is under way.
public struct SlotRequest: Hashable, Sendable {
    /// The slot it is asked for: its number among the slots of the plan, from 0. The ad may go to another one if the
    /// user scrolls on before it is there.
    public let slot: Int
    /// How many content items stand above that slot.
    public let offset: Int
    /// What reserved the slot.
    public let rule: SlotRule
    /// When the ad was asked for.
    public let askedAt: Instant
}

/// What became of a request.
public enum SlotAnswer: Hashable, Sendable {
    case ad(SlotAd)
    /// No fill, an error, or no answer in time.
    case failed
}
