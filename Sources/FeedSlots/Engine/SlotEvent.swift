public import FeedModel

/// What a step of the engine did that the caller has to act on: to send a request, to write a row, to count.
package enum SlotEvent: Hashable, Sendable {
    /// An ad is to be requested. The engine waits for `answer`.
    case requested(SlotRequest)
    /// A request failed, and none is made before `retryAt`.
    case failed(retryAt: Instant)
    /// An ad arrived. It is held until it is `placed`, in the same step where a slot is free.
    case loaded(SlotAd)
    case placed(SlotAd)
    case counted(SlotImpression)
    /// An ad is no longer visible enough: its visible time has changed.
    case exposureEnded(serial: Int64)
    /// An ad has another item above or below it, or another place among the ads with the same item above, or is surplus, or no
    /// longer.
    case anchorChanged(serial: Int64)
    /// An ad in a slot was dropped, because it is too old and has no impression.
    case expired(serial: Int64, ad: String)
    /// The held ad was dropped, because it is too old.
    case expiredHeld(serial: Int64, ad: String)
    /// An ad was dropped, because no item of the content that it was placed in is left.
    case released(serial: Int64, ad: String)
    /// An ad, in a slot or held, was dropped by `reset`.
    case dropped(serial: Int64, ad: String)
}

/// An impression of an ad: at least `visible` of its row was on screen for `dwell`. A filled ad has one at most.
public struct SlotImpression: Hashable, Sendable {
    /// With the section it makes the key under which a server counts the impression once.
    package let serial: Int64
    /// The ID of the ad.
    public let ad: ItemID
    /// The row it was on, from 0.
    public let row: Int
    /// When it had been on screen for long enough.
    public package(set) var at: Instant

    /// An impression, as for a test; the serial tells it from others of its section.
    public init(serial: Int64 = 1, ad: ItemID, row: Int, at: Instant) {
        (self.serial, self.ad, self.row, self.at) = (serial, ad, row, at)
    }
}

/// A durable row of a section's slot state; see `SlotState`.
package enum SlotStateRow: Hashable, Sendable {
    case slot(serial: Int64)
    case held
    /// The back-off and the next serial.
    case requests

    /// The serial of a filled slot; nil for the others.
    var slotSerial: Int64? {
        if case .slot(let serial) = self { serial } else { nil }
    }
}

extension SlotEvent {
    /// The durable rows that differ from before. All rows that a step's events touch are to be written in one
    /// transaction, before anything of the step is shown or sent. A slot that the engine no longer has is deleted.
    package var touches: [SlotStateRow] {
        switch self {
        case .requested: []
        case .failed: [.requests]
        case .loaded: [.held, .requests]
        case .placed(let ad): [.slot(serial: ad.serial), .held]
        case .counted(let impression): [.slot(serial: impression.serial)]
        case .exposureEnded(let serial), .anchorChanged(let serial): [.slot(serial: serial)]
        case .expired(let serial, _), .released(let serial, _): [.slot(serial: serial)]
        case .expiredHeld: [.held]
        case .dropped(let serial, _): [.slot(serial: serial), .held]
        }
    }
}
