import FeedModel
import FeedStore
public import Foundation

extension FeedRepository {
    /// Items of a collection.
    ///
    /// ```swift
    /// let cheap = try await repository.items(in: "photos", where: "price < 10", order: "price desc, title", at: 0..<20)
    /// ```
    ///
    /// The expressions are those of `feedcache items --where` and `--order`: SQL over the columns of the collection, which
    /// are the top-level fields of its items. They can only read. Build none from a text of a user's: search with `find`.
    ///
    /// - Parameters:
    ///   - collection: a name of the manifest.
    ///   - condition: only those that it holds for; nil: all.
    ///   - order: what they are sorted by, separated by commas; nil: the server's order.
    ///   - range: which of these, by place; what is past the end is left out.
    /// - Throws: `FeedError`, with the code `expression` where an expression is wrong, `unknownName` where it names a field that
    ///   no item has.
    public func items(
        in collection: CollectionName, where condition: String? = nil, order: String? = nil,
        at range: Range<Int> = 0..<Int.max
    ) async throws -> [FeedItem] {
        let range = range.clamped(to: 0..<Int.max)
        guard condition != nil || order != nil else {
            return try await read { try $0.list(collection.text).window(offset: range.lowerBound, limit: range.count) }
        }
        var selection = ItemSelection(condition: condition, order: order)
        (selection.offset, selection.limit) = (range.lowerBound, range.count)
        return try await calling { [engine, selection] in
            var items: [FeedItem] = []
            try engine.items(of: collection.text, selection).forEach { if let item = $0.item { items.append(item) } }
            return items
        }
    }

    /// Finds a text in the text values of items, at any depth, whatever its case, width and accents: what `feedcache find` finds.
    ///
    /// A task that is cancelled, as when another letter is typed, stops it.
    ///
    /// - Parameters:
    ///   - text: what to find; nothing is found where it is empty.
    ///   - place: the collection or section to look into; nil: all, in the order of the screen.
    ///   - limit: how many hits at most.
    /// - Returns: a hit for each value that has the text.
    /// - Throws: `FeedError` with the code `unknownName` where there is no such collection or section; `CancellationError`.
    public func find(_ text: String, in place: String? = nil, limit: Int = 100) async throws -> [FeedHit] {
        guard let search = TextSearch(text), limit > 0 else { return [] }
        return try await calling { [engine] in try engine.hits(of: search, in: place, limit: limit) }
    }

    /// How many items a collection has.
    ///
    /// - Throws: `FeedError`.
    public func itemCount(in collection: CollectionName) async throws -> Int {
        try await read { try $0.list(collection.text).count() }
    }

    /// The item of that ID; nil where there is none.
    ///
    /// - Throws: `FeedError`.
    public func item(_ id: ItemID, in collection: CollectionName) async throws -> FeedItem? {
        try await read { try $0.list(collection.text).item(id.text) }
    }

    /// A collection whose items are read as values of a type.
    ///
    /// - Parameters:
    ///   - type: what the payload of an item is decoded as.
    ///   - collection: a name of the manifest. Reading throws `FeedError` with the code `unknownName` where it has no such one.
    ///   - decoder: how it is decoded. Do not change it later.
    public func list<Value: Decodable & Sendable>(
        _ type: Value.Type, in collection: CollectionName, decoder: JSONDecoder = JSONDecoder()
    ) -> FeedList<Value> {
        FeedList(collection, of: self, decoder: decoder)
    }
}
