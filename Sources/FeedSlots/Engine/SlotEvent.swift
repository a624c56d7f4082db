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

extension SlotEvent {
    /// Whether what is stored of the section differs from before. All that a step's events change is to be written in one
    /// transaction, before anything of the step is shown or sent.
    package var isDurable: Bool { if case .requested = self { false } else { true } }

    /// The ad whose slot differs from before; nil where none does. A slot that the engine no longer has is deleted.
    var slotSerial: Int64? {
        switch self {
        case .requested, .failed, .loaded, .expiredHeld: nil
        case .placed(let ad): ad.serial
        case .counted(let impression): impression.serial
        case .exposureEnded(let serial), .anchorChanged(let serial): serial
        case .expired(let serial, _), .released(let serial, _), .dropped(let serial, _): serial
        }
    }
}
