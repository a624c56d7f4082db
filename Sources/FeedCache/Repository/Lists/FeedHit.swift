import FeedModel
import FeedStore

/// A place where `FeedRepository.find` has found a text.
public struct FeedHit: Hashable, Sendable {
    /// The collection that has the item; nil where a section has it itself.
    public let collection: CollectionName?
    /// The first section that shows the collection, or has the item itself; nil where none shows it.
    public let section: SectionID?
    /// The item.
    public let item: FeedItem
    /// The dotted path of the value in the item.
    public let field: String
    /// The whole value.
    public let text: String
    /// How many characters of the value are before the first place where it is found.
    public let place: Int
    /// What a table shows of the item.
    package let title: String

    /// A hit, as for a test.
    public init(
        collection: CollectionName? = nil, section: SectionID? = nil, item: FeedItem, field: String, text: String,
        place: Int = 0
    ) {
        (self.collection, self.section, self.item) = (collection, section, item)
        (self.field, self.text, self.place, title) = (field, text, place, ItemSummary.title(of: item.payload))
    }

    init(_ hit: TextSearch.Hit, of item: FeedItem, collection: CollectionName?, section: SectionID?) {
        (self.collection, self.section, self.item) = (collection, section, item)
        (field, text, place, title) = (hit.field, hit.text, hit.place, hit.title)
    }
}

extension FeedEngine {
    private struct Enough: Error {}

    func hits(of search: TextSearch, in place: String?, limit: Int) throws -> [FeedHit] {
        var hits: [FeedHit] = []
        do {
            for list in try read({ try SearchedList.lists(in: $0, named: place, isRemoved: false) }) {
                try list.forEachHit(of: search, in: self, ItemSelection()) { hit in
                    hits.append(hit)
                    if hits.count == limit { throw Enough() }
                }
            }
        } catch is Enough {}
        return hits
    }
}
