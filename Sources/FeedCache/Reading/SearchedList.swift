package import FeedModel
import FeedSource
package import FeedStore

/// Items that `find` looks into together: those of a collection, or those that a section has itself.
package struct SearchedList {
    /// The first section that shows them; nil where none does.
    private let section: String?
    /// Nil where the section has the items itself.
    private let collection: String?
    private let inline: [FeedItem]

    /// Every list once, in the order of the screen; then the collections that no section shows.
    package static func lists(in snapshot: FeedSnapshot, named name: String?, isRemoved: Bool) throws -> [SearchedList]
    {
        let names = snapshot.manifest.collections.map(\.name)
        let shown = try snapshot.sections().filter(snapshot.hasContent).map { section in
            // What a section has itself is never removed: it is replaced with the section.
            let isSearched = section.collection == nil && !isRemoved
            let items = isSearched ? try snapshot.sectionContent(of: section).window(offset: 0, limit: .max) : []
            return SearchedList(section: section.id, collection: section.collection, inline: items)
        }
        var seen: Set<String> = []
        let lists = (shown + names.map { SearchedList(section: nil, collection: $0, inline: []) })
            .filter { $0.collection.map { seen.insert($0).inserted } ?? true }
        guard let name else { return lists }
        let collection = try snapshot.sections().section(id: name)?.collection
        let chosen = lists.filter { list in
            list.collection == name || list.section.map(ExactText.init) == ExactText(name)
                || collection != nil && list.collection == collection
        }
        guard !chosen.isEmpty else {
            let known = names + lists.compactMap { $0.collection == nil ? $0.section : nil }
            throw UnknownNameError(kind: .collection, name: name, known: known)
        }
        return chosen
    }

    /// Hands over each place where a text is found in the items that an expression selects; a task that is cancelled ends
    /// it.
    package func forEachHit(
        of search: TextSearch, in cache: FeedEngine, _ selection: ItemSelection, _ body: (FeedHit) throws -> Void
    ) throws {
        let (name, section) = (collection.map(CollectionName.init), section.map(SectionID.init))
        func tell(_ hits: [TextSearch.Hit], _ item: FeedItem) throws {
            for hit in hits { try body(FeedHit(hit, of: item, collection: name, section: section)) }
        }
        func look(into item: FeedItem) throws {
            try tell(item.payload.withBytes(search.hits), item)
        }
        for item in inline where selection.condition == nil { try look(into: item) }
        guard let collection else { return }
        if selection.condition == nil, selection.order == nil, selection.part == .shown {
            return try cache.read { snapshot in
                try snapshot.list(collection).scan { item in
                    let hits = item.withPayload(search.hits)
                    guard !hits.isEmpty else { return }
                    let version = item.withVersion { String(decoding: $0, as: UTF8.self) }
                    try tell(hits, FeedItem(id: ItemID(item.key), version: version, payload: item.payload))
                }
            }
        }
        try cache.items(of: collection, selection).forEach { if let item = $0.item { try look(into: item) } }
    }
}
