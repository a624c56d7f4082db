package import FeedModel

extension Sequence<Section> {
    package func section(id: String) -> Section? {
        let key = ItemKey(id)
        return first { ItemKey($0.id) == key }
    }
}
