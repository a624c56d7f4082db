import FeedModel

/// Which row shows what: maps rows to content items and shown ads, and back.
///
/// Law: content keeps its order, and mapping is a bijection between content indices and the rows that show content.
///
/// Only the places of the shown ads are kept, ascending: ad `k` with `offset` content items above it is on row
/// `offset + k`, and that sum ascends too, so both directions are a binary search over the shown ads. A lookup
/// allocates nothing, and nothing grows with the content.
package struct RowMap: Equatable, Sendable {
    package enum Row: Hashable, Sendable {
        case content(index: Int)
        case ad(serial: Int64)
    }

    struct Ad: Equatable, Sendable {
        let offset: Int
        let serial: Int64
    }

    package let contentCount: Int
    private(set) var ads: [Ad]

    package var rowCount: Int { contentCount + ads.count }

    /// What a row shows, counted from 0; nil where there is no such row. O(log ads).
    package subscript(row: Int) -> Row? {
        guard row >= 0, row < rowCount else { return nil }
        let above = adCount(aboveRow: row)
        if above < ads.count, ads[above].offset + above == row { return .ad(serial: ads[above].serial) }
        return .content(index: row - above)
    }

    /// The row of the content item at `index`; nil where there is no such item. O(log ads).
    package func row(ofContent index: Int) -> Int? {
        guard index >= 0, index < contentCount else { return nil }
        return index + ads.indices.partitioned { ads[$0].offset <= index }
    }

    /// The row of a shown ad; nil where none has that serial. O(ads).
    package func row(ofAd serial: Int64) -> Int? {
        ads.firstIndex { $0.serial == serial }.map { ads[$0].offset + $0 }
    }

    /// The shown ads on some rows, which may extend beyond the list, each with its row. O(log ads + ads found).
    func ads(onRows rows: Range<Int>) -> some Sequence<(row: Int, ad: Ad)> {
        let range = adCount(aboveRow: rows.lowerBound)..<adCount(aboveRow: rows.upperBound)
        return range.lazy.map { (row: self.ads[$0].offset + $0, ad: self.ads[$0]) }
    }

    /// How many content items are on rows above `row`, which may lie beyond the list. O(log ads).
    package func contentCount(aboveRow row: Int) -> Int {
        min(max(0, row), rowCount) - adCount(aboveRow: min(max(0, row), rowCount))
    }

    /// How many ads are on rows above `row`, which may lie beyond the list.
    func adCount(aboveRow row: Int) -> Int {
        ads.indices.partitioned { ads[$0].offset + $0 < row }
    }

    func adCount(offsetBelow offset: Int) -> Int {
        ads.indices.partitioned { ads[$0].offset < offset }
    }

    mutating func insert(_ ad: Ad, at position: Int) {
        ads.insert(ad, at: position)
    }
}
