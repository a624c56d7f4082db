import FeedModel
import FeedStore

/// The content of a section inside a snapshot, by place and by ID.
struct SectionContent {
    private enum Items {
        case inline([InlineItem])
        case list(ItemList)
    }

    private let items: Items
    /// How many items there are.
    let count: Int

    init(inline items: [InlineItem]) {
        self.items = .inline(items)
        count = items.count
    }

    init(list: ItemList) throws {
        items = .list(list)
        count = try list.count()
    }

    /// The ID of the item at a place of the content; nil where there is none.
    func key(at place: Int) throws -> String? {
        switch items {
        case .inline(let items): items.indices.contains(place) ? items[place].key : nil
        case .list(let list): try list.window(offset: place, limit: 1).first?.key
        }
    }

    /// The place of an item; nil where it is not there.
    func place(of key: String) throws -> Int? {
        switch items {
        case .inline(let items): items.firstIndex { ItemKey($0.key) == ItemKey(key) }
        case .list(let list): try list.place(of: key)
        }
    }

    /// All IDs, in order.
    func keys() throws -> [String] {
        switch items {
        case .inline(let items): items.map(\.key)
        case .list(let list): try list.keys()
        }
    }

    /// Items from a place on, `limit` at most.
    func window(offset: Int, limit: Int) throws -> [CachedItem] {
        switch items {
        case .inline(let items): items.dropFirst(max(0, offset)).prefix(max(0, limit)).map(CachedItem.init)
        case .list(let list): try list.window(offset: offset, limit: limit)
        }
    }
}

extension CachedItem {
    fileprivate init(inline item: InlineItem) {
        self.init(key: item.key, version: nil, payload: item.payload)
    }
}
