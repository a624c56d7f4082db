import FeedCache
import TerminalKit

/// A row of a section as drawings see it: defused texts and its place.
struct DrawnRow: Equatable {
    /// What stands before an ad's title.
    static let adMark = "[ad]"

    /// Its place among the rows of the section, from 0.
    let number: Int
    /// Its place among the content, from 1; nil for an ad.
    let rank: Int?
    /// The ID of the item or ad.
    let id: String
    /// What names it; never empty.
    let title: String
    /// The rest of what its payload says.
    let facts: ItemFacts

    /// - Parameter number: its place among the rows of the section, from 0.
    init(_ row: FeedRow, number: Int) {
        self.number = number
        switch row {
        case .content(let index, _, _, _): rank = index + 1
        case .ad: rank = nil
        }
        facts = ItemFacts(row.payload)
        let id = TerminalSanitizer.line(String(row.id.prefix(200)))
        self.id = id
        title = facts.title.isEmpty ? id : facts.title
    }

    /// Whether somebody pays for it.
    var isAd: Bool { rank == nil }
}
