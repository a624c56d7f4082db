/// An ad on its row.
public struct ShownAd: Hashable, Sendable {
    /// From 0.
    public let row: Int
    /// The number of its slot among all slots of the plan, filled or not, from 0.
    public let slot: Int
    /// The ad and its life.
    public let filled: FilledAd
}

extension SlotEngine {
    /// The shown ads on some rows, which may reach beyond the list, in their order. O(ads) in all.
    public func shownAds(onRows range: Range<Int>) -> [ShownAd] {
        let onRows = Dictionary(rows.ads(onRows: range).map { ($0.ad.serial, $0.row) }, uniquingKeysWith: min)
        guard !onRows.isEmpty else { return [] }
        return zip(plan.filled, plan.filledNumbers).compactMap { slot, number in
            guard let row = onRows[slot.serial], let filled = ads[slot.serial] else { return nil }
            return ShownAd(row: row, slot: number, filled: filled)
        }
    }
}
