package import FeedModel
import FeedSlots
import FeedStore

/// The rows of a section as they are shown, content and ads, inside a snapshot.
///
/// A window of them costs what a window of the content costs, however many ads there are.
package struct SectionRows {
    package let section: Section
    private let content: SectionContent
    private let slots: SlotEngine

    init(_ slots: SectionSlots) {
        section = slots.section
        content = slots.content
        self.slots = slots.engine
    }

    package var count: Int { slots.rows.rowCount }

    /// The topmost row that was on screen last; 0 where none was.
    package var firstShown: Int { slots.viewport?.first ?? 0 }

    package func row(of identity: FeedRow.Identity) throws -> Int? {
        switch identity {
        case .content(let key): try content.place(of: key.text).flatMap(slots.rows.row(ofContent:))
        case .ad(let id): slots.assignments(onRows: 0..<count).first { ItemID($0.ad.id) == id }?.row
        }
    }

    /// Rows from `offset` on, `limit` at most; both are 0 and up.
    package func window(offset: Int, limit: Int) throws -> FeedSection {
        let first = min(max(0, offset), count)
        let range = first..<first + min(max(0, limit), count - first)
        let ads = slots.assignments(onRows: range)
        let firstIndex = slots.rows.contentCount(aboveRow: range.lowerBound)
        var items = try content.window(offset: firstIndex, limit: range.count - ads.count).enumerated().makeIterator()
        var placed = ads.makeIterator()
        var next = placed.next()
        var rows: [FeedRow] = []
        rows.reserveCapacity(range.count)
        for row in range {
            if let shown = next, shown.row == row {
                rows.append(FeedRow(shown))
                next = placed.next()
            } else if let (index, item) = items.next() {
                rows.append(FeedRow(item, at: firstIndex + index))
            }
        }
        return FeedSection(
            section: section, rowCount: count, firstRow: offset, rows: rows,
            occurrencesAbove: occurrences(of: ads, aboveRow: first))
    }

    /// How often each of some ads is above a row, too: a server may fill several slots with one. Items are in a section
    /// once.
    private func occurrences(of ads: [SlotAssignment], aboveRow row: Int) -> [FeedRow.Identity: Int] {
        guard row > 0, !ads.isEmpty else { return [:] }
        let shown = Set(ads.map { ItemID($0.ad.id) })
        return slots.assignments(onRows: 0..<row).reduce(into: [:]) { counts, above in
            let id = ItemID(above.ad.id)
            if shown.contains(id) { counts[.ad(id), default: 0] += 1 }
        }
    }

    /// All rows, without the payloads of listed items.
    func outline() throws -> [OutlinedRow] {
        var ads = slots.assignments(onRows: 0..<count).makeIterator()
        var ad = ads.next()
        var rows: [OutlinedRow] = []
        rows.reserveCapacity(count)
        func placeAds() {
            while let shown = ad, shown.row == rows.count {
                rows.append(.whole(FeedRow(shown)))
                ad = ads.next()
            }
        }
        try content.forEachOutlined {
            placeAds()
            rows.append($0)
        }
        placeAds()
        return rows
    }

    /// The first of some rows whose payload a condition holds for, in the order of the search; nil where it holds for none.
    ///
    /// - Parameter isForward: whether the first row is looked at first; else the last.
    package func first(
        in rows: Range<Int>, isForward: Bool, where isWanted: (UnsafeRawBufferPointer) -> Bool
    ) throws -> (row: Int, shown: FeedRow)? {
        var rows = rows.clamped(to: 0..<count)
        let ads = slots.assignments(onRows: rows).compactMap { assignment -> (row: Int, shown: FeedRow)? in
            guard let row = assignment.row else { return nil }
            var payload = assignment.ad.payload
            guard payload.withUTF8({ isWanted(UnsafeRawBufferPointer($0)) }) else { return nil }
            return (row, FeedRow(assignment))
        }
        let ad = isForward ? ads.first : ads.last
        // Content that is farther away than the ad is not looked at.
        if let ad { rows = isForward ? rows.lowerBound..<ad.row : ad.row + 1..<rows.upperBound }
        let indices =
            slots.rows.contentCount(aboveRow: rows.lowerBound)..<slots.rows.contentCount(aboveRow: rows.upperBound)
        guard let found = try content.first(in: indices, isForward: isForward, where: isWanted),
            let row = slots.rows.row(ofContent: found.place)
        else { return ad }
        return (row, FeedRow(found.item, at: found.place))
    }
}

extension FeedRow {
    init(_ item: FeedItem, at index: Int) {
        self = .content(index: index, id: item.id, version: item.version, payload: item.payload)
    }

    fileprivate init(_ assignment: SlotAssignment) {
        let ad = assignment.ad
        self = .ad(slot: assignment.slot, serial: ad.serial, id: ItemID(ad.id), payload: ad.payload)
    }
}
