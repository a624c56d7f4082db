import FeedModel
import FeedSource

/// Two pages of a list beside each other, by the IDs of their items.
struct PageComparison: Equatable, Sendable {
    /// Items of the second page whose IDs are not on the first one.
    let others: Int
    /// Items of the second page whose IDs are on the first one, too.
    let repeated: Int

    init(_ first: DecodedPage, _ second: DecodedPage) {
        let known = Set(first.ids)
        repeated = second.ids.count { known.contains($0) }
        others = second.ids.count - repeated
    }

    /// Whether the second page is there and has nothing new.
    var isSame: Bool { others == 0 && repeated > 0 }
}
