package import FeedModel

extension Sequence<Section> {
    /// The section of an ID. IDs are compared by their bytes.
    package func section(id: String) -> Section? {
        let key = ItemKey(id)
        return first { ItemKey($0.id) == key }
    }
}
