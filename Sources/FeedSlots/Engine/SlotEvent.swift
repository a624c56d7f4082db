import FeedModel

/// What a step of the engine did that somebody else has to know of: to ask a server, to write a row, to count.
public enum SlotEvent: Hashable, Sendable {
    /// An ad is to be asked for; the engine waits for its answer.
    case asked(SlotRequest)
    /// A request failed, and none is made before `retryAt`.
    case failed(retryAt: Instant)
    /// An ad arrived; it is held until it is `placed`, which is in the same step where a slot is free.
    case loaded(HeldAd)
    /// An ad went into a slot.
    case placed(FilledAd)
    /// An ad was seen.
    case counted(SlotImpression)
    /// An ad is no longer visible that was: how long it was seen has changed.
    case looked(serial: Int64)
    /// An ad has another item above or below it, or another place among the ads that have the same.
    case anchored(serial: Int64)
    /// An ad grew too old without being seen.
    case expired(serial: Int64, ad: String)
    /// So did the one held.
    case expiredHeld(serial: Int64, ad: String)
    /// Nothing of the content an ad stood in is left.
    case released(serial: Int64, ad: String)
    /// An ad, in a slot or held, was given up because the user said so.
    case dropped(serial: Int64, ad: String)
}

/// An ad was seen: at least `visible` of its row was on screen for `dwell`. There is one for a filled ad at most.
public struct SlotImpression: Hashable, Sendable {
    /// With the section it makes the key under which a server counts the impression once.
    public let serial: Int64
    /// The ID of the ad.
    public let ad: String
    /// The row it stood on.
    public let row: Int
    /// When the dwell was over.
    public var at: Instant
}

/// A durable row of a section's slot state; see `SlotState`.
public enum SlotStateRow: Hashable, Sendable {
    /// The filled slot with that serial.
    case slot(serial: Int64)
    /// The ad held.
    case held
    /// The back-off and the next serial.
    case pump
}

extension SlotEvent {
    /// The durable rows that are other than before. All rows of a step's events are to be written in one transaction,
    /// before anything of it is shown or sent, each as the engine gives it then; a row it does not give is deleted.
    public var touches: [SlotStateRow] {
        switch self {
        case .asked: []
        case .failed: [.pump]
        case .loaded: [.held, .pump]
        case .placed(let filled): [.slot(serial: filled.serial), .held]
        case .counted(let impression): [.slot(serial: impression.serial)]
        case .looked(let serial), .anchored(let serial): [.slot(serial: serial)]
        case .expired(let serial, _), .released(let serial, _): [.slot(serial: serial)]
        case .expiredHeld: [.held]
        case .dropped(let serial, _): [.slot(serial: serial), .held]
        }
    }
}
