package import FeedModel
import FeedSlots
import FeedStore

/// The rows of a section as they are shown, content and ads, inside a snapshot.
///
/// A window of them costs what a window of the content costs, however many ads there are.
package struct SectionRows {
    /// The section.
    package let section: Section
    private let content: SectionContent
    private let slots: SlotEngine

    init(_ section: Section, in snapshot: FeedSnapshot) throws {
        self.init(try snapshot.slots(of: section))
    }

    init(_ slots: SectionSlots) {
        section = slots.section
        content = slots.content
        self.slots = slots.engine
    }

    /// How many rows there are.
    package var count: Int { slots.rows.rowCount }

    /// The row of an item or ad; nil where the section does not show it.
    package func row(of identity: ComposedRow.Identity) throws -> Int? {
        switch identity {
        case .content(let key): try content.place(of: key.text).flatMap(slots.rows.row(ofContent:))
        case .ad(let id): slots.assignments(onRows: 0..<count).first { ItemKey($0.ad.id) == id }?.row
        }
    }

    /// Rows from `offset` on, `limit` at most; both are 0 and up.
    package func window(offset: Int, limit: Int) throws -> ComposedSection {
        let first = min(max(0, offset), count)
        let range = first..<first + min(max(0, limit), count - first)
        let ads = slots.assignments(onRows: range)
        let firstIndex = slots.rows.contentCount(aboveRow: range.lowerBound)
        var items = try content.window(offset: firstIndex, limit: range.count - ads.count).enumerated().makeIterator()
        var placed = ads.makeIterator()
        var next = placed.next()
        var rows: [ComposedRow] = []
        rows.reserveCapacity(range.count)
        for row in range {
            if let shown = next, shown.row == row {
                let ad = shown.ad
                rows.append(.ad(slot: shown.slot, serial: ad.serial, id: ad.id, payload: ad.payload))
                next = placed.next()
            } else if let (index, item) = items.next() {
                rows.append(
                    .content(index: firstIndex + index, key: item.key, version: item.version, payload: item.payload))
            }
        }
        return ComposedSection(section: section, rowCount: count, firstRow: offset, rows: rows)
    }
}
