import FeedModel
import FeedStore

struct SectionContent {
    private enum Items {
        case inline([FeedItem])
        case list(ItemList)
    }

    private let items: Items
    let count: Int

    init(inline items: [FeedItem]) {
        self.items = .inline(items)
        count = items.count
    }

    init(list: ItemList) throws {
        items = .list(list)
        count = try list.count()
    }

    func place(of key: String) throws -> Int? {
        switch items {
        case .inline(let items): items.firstIndex { ExactText($0.key) == ExactText(key) }
        case .list(let list): try list.place(of: key)
        }
    }

    func keys() throws -> [String] {
        switch items {
        case .inline(let items): items.map(\.key)
        case .list(let list): try list.keys()
        }
    }

    /// The first place whose payload a condition holds for, in the order of the search, and the item there; nil where it
    /// holds for none.
    func first(
        in range: Range<Int>, isForward: Bool, where isWanted: (UnsafeRawBufferPointer) -> Bool
    ) throws -> (place: Int, item: FeedItem)? {
        switch items {
        case .list(let list):
            return try list.first(in: range, isForward: isForward) { $0.withPayload(isWanted) }
        case .inline(let items):
            let places = range.clamped(to: items.indices)
            let isHit = { (place: Int) in items[place].payload.withBytes(isWanted) }
            guard let place = isForward ? places.first(where: isHit) : places.last(where: isHit) else { return nil }
            return (place, items[place])
        }
    }

    /// Every item in order, without its payload where it is listed.
    func forEachOutlined(_ body: (OutlinedRow) -> Void) throws {
        switch items {
        case .inline(let items):
            for (index, item) in items.enumerated() { body(.whole(FeedRow(item, at: index))) }
        case .list(let list):
            try list.scan(isCancellable: false) { body(.listed(key: $0.key, mark: ContentMark($0))) }
        }
    }

    func window(offset: Int, limit: Int) throws -> [FeedItem] {
        switch items {
        case .inline(let items): Array(items.dropFirst(max(0, offset)).prefix(max(0, limit)))
        case .list(let list): try list.window(offset: offset, limit: limit)
        }
    }
}
