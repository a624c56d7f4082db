package import FeedModel

package struct SlotAd: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// It arrived, and waits for a free slot.
        case held
        case placed(at: Instant)
        case counted(at: Instant, placedAt: Instant)
    }

    /// Its number in this section. Ads are numbered as they arrive, and no number is used twice: section and serial
    /// identify an impression.
    package let serial: Int64
    /// The server's ID. Two slots may show the same ad.
    package let id: String
    package let payload: String
    package let requestedAt: Instant
    /// When it arrived. Its age counts from here.
    package let loadedAt: Instant
    package internal(set) var state: State
    /// How long it was visible in all, until it was last hidden or scrolled away: 0 or more.
    package internal(set) var visibleTime: Duration

    /// An ad. A negative `visibleTime` counts as 0.
    package init(
        serial: Int64, id: String, payload: String, requestedAt: Instant, loadedAt: Instant, state: State = .held,
        visibleTime: Duration = .zero
    ) {
        (self.serial, self.id, self.payload) = (serial, id, payload)
        (self.requestedAt, self.loadedAt, self.state) = (requestedAt, loadedAt, state)
        self.visibleTime = max(.zero, visibleTime)
    }

    /// When it went into its slot; nil while it is held.
    package var placedAt: Instant? {
        switch state {
        case .held: nil
        case .placed(let time), .counted(_, let time): time
        }
    }

    package var countedAt: Instant? {
        if case .counted(let time, _) = state { time } else { nil }
    }

    func clamped(to now: Instant) -> SlotAd {
        let state: State =
            switch state {
            case .held: .held
            case .placed(let time): .placed(at: min(time, now))
            case .counted(let time, let placedAt): .counted(at: min(time, now), placedAt: min(placedAt, now))
            }
        return SlotAd(
            serial: serial, id: id, payload: payload, requestedAt: min(requestedAt, now), loadedAt: min(loadedAt, now),
            state: state, visibleTime: visibleTime)
    }
}
