import FeedModel

extension SlotEngine {
    /// Hides the ads that are more than the policy's `max`, the lowest first, and shows them again where there is room, the
    /// topmost first. It is to be called after an engine was restored, since the policy may be another one.
    ///
    /// Law: nothing on screen appears, goes or moves. What is on screen is hidden after it has left it.
    package mutating func holdMax() -> [SlotEvent] {
        let most = policy.max ?? .max
        guard rows.ads.count > most || plan.hasSurplus else { return [] }
        var events: [SlotEvent] = []
        var found = -1
        // An ad that goes may show one that it was too near to.
        while rows.ads.count > most, found != events.count {
            found = events.count
            for index in plan.filled.indices.reversed() where rows.ads.count > most && plan.filled[index].isShown {
                if mark(index, isSurplus: true) { events.append(.anchorChanged(serial: plan.filled[index].serial)) }
            }
        }
        for index in plan.filled.indices where rows.ads.count < most && plan.filled[index].isSurplus {
            if mark(index, isSurplus: false) { events.append(.anchorChanged(serial: plan.filled[index].serial)) }
        }
        return events
    }

    /// - Returns: whether that was possible: an ad that is hidden or shown may show or hide another one.
    private mutating func mark(_ index: Int, isSurplus: Bool) -> Bool {
        let before = self
        keepingScreen { $0.plan.mark(index, isSurplus: isSurplus) }
        guard screen != before.screen || !isSurplus && rows.ads.count > policy.max ?? .max else { return true }
        self = before
        return false
    }

    /// What determines all rows on screen: the topmost one, and the ads with their distances from it.
    private var screen: [RowMap.Row?: Int] {
        guard let viewport else { return [:] }
        let ads = adsOnScreen.map { (RowMap.Row?.some(.ad(serial: $0.ad.serial)), $0.row - viewport.first) }
        return Dictionary(ads + [(rows[viewport.first], 0)], uniquingKeysWith: min)
    }
}
