/// All of a section's slots that outlives the process, as rows of tables.
///
/// Law: an engine restored from the state of another one, over the same content, gives the same state and shows the
/// same ads on the same rows.
package struct SlotState: Equatable, Sendable {
    /// From the top of the list down.
    package var slots: [StoredSlot]
    package var held: SlotAd?
    /// The number of the next ad that arrives, from 1. It is kept when the ads are dropped, so that none is used twice.
    package var nextSerial: Int64
    package var backoff: SlotBackoff

    /// A state as it was stored. By default, that of a section that never had an ad.
    package init(
        slots: [StoredSlot] = [], held: SlotAd? = nil, nextSerial: Int64 = 1, backoff: SlotBackoff = SlotBackoff()
    ) {
        (self.slots, self.held, self.nextSerial, self.backoff) = (slots, held, nextSerial, backoff)
    }
}

package struct StoredSlot: Equatable, Sendable {
    package var ad: SlotAd
    package var rule: SlotRule
    package var anchor: SlotAnchor
    package var isSurplus: Bool

    package init(ad: SlotAd, rule: SlotRule, anchor: SlotAnchor, isSurplus: Bool) {
        (self.ad, self.rule, self.anchor, self.isSurplus) = (ad, rule, anchor, isSurplus)
    }
}

/// Where a filled slot is, in terms that hold while the list changes.
package struct SlotAnchor: Hashable, Sendable {
    /// Whether it belongs to the head of the list, whatever item comes first.
    package var isHead: Bool
    /// The ID of the item above it, to which it is anchored; nil where there is none.
    package var above: String?
    /// The ID of the item below it when it was stored. It is used where the item above is gone.
    package var below: String?
    /// How many content items were above it when it was stored. It is used where both items are gone. Ads, and items
    /// that come and go further up, do not change it.
    package var offset: Int
    /// Its place among slots with the same item above, from 0.
    package var order: Int

    package init(isHead: Bool, above: String?, below: String?, offset: Int, order: Int) {
        (self.isHead, self.above, self.below, self.offset, self.order) = (isHead, above, below, offset, order)
    }
}
