import FeedModel

/// All of a section's slots that outlives the process, as rows of tables.
///
/// Law: an engine restored from the state of another one, over the same content, gives the same state, and shows the
/// same ads on the same rows.
public struct SlotState: Equatable, Sendable {
    /// From the top of the list down.
    public var slots: [SlotRow]
    /// The ad that waits for a slot.
    public var held: HeldAd?
    /// Back-off and the next serial.
    public var pump: PumpRow

    /// Rows as they were stored; left out, those of a section that never had an ad.
    public init(slots: [SlotRow] = [], held: HeldAd? = nil, pump: PumpRow = PumpRow()) {
        self.slots = slots
        self.held = held
        self.pump = pump
    }
}

/// A filled slot.
public struct SlotRow: Equatable, Sendable {
    /// The ad and its life.
    public var filled: FilledAd
    /// What reserved the slot.
    public var rule: SlotRule
    /// Where it stands.
    public var anchor: SlotAnchor

    /// A row as it was stored.
    public init(filled: FilledAd, rule: SlotRule, anchor: SlotAnchor) {
        self.filled = filled
        self.rule = rule
        self.anchor = anchor
    }
}

/// Where a filled slot stands, in terms that hold while the list changes.
public struct SlotAnchor: Hashable, Sendable {
    /// Whether it belongs to the head of the list, whatever item comes first.
    public var isHead: Bool
    /// The ID of the item it is anchored to, which stands above it; nil where there is none.
    public var above: String?
    /// The ID of the item below it when the row was written: it finds its way back by it if the one above is gone.
    public var below: String?
    /// How many content items stood above it when the row was written: the last resort. Other ads and items that come
    /// and go further up do not touch it.
    public var offset: Int
    /// Its place among slots with the same item above, from 0.
    public var order: Int

    /// An anchor as it was stored.
    public init(isHead: Bool, above: String?, below: String?, offset: Int, order: Int) {
        self.isHead = isHead
        self.above = above
        self.below = below
        self.offset = offset
        self.order = order
    }
}

/// What a section remembers of asking.
public struct PumpRow: Equatable, Sendable {
    /// The number of the next ad that arrives: 1 and up. Kept when the ads are dropped, so that none is used twice.
    public var nextSerial: Int64
    /// Failed fills in a row.
    public var failures: Int
    /// No ad is asked for before.
    public var retryAt: Instant?

    /// A row as it was stored; left out, that of a section that never had an ad.
    public init(nextSerial: Int64 = 1, failures: Int = 0, retryAt: Instant? = nil) {
        self.nextSerial = nextSerial
        self.failures = failures
        self.retryAt = retryAt
    }
}

extension FilledAd {
    /// As it was stored.
    ///
    /// - Parameters:
    ///   - held: what was known of it when it arrived.
    ///   - seen: not negative; how long it was visible in all.
    public init(stored held: HeldAd, placedAt: Instant, countedAt: Instant?, seen: Duration) {
        self.init(held, placedAt: placedAt, countedAt: countedAt, seen: max(.zero, seen))
    }
}
