import FeedModel

/// The content list of a simulation: IDs in order, none twice.
struct SimulatedContent: Equatable, Sendable {
    private(set) var ids: [ItemKey] = []
    private var indices: [ItemKey: Int] = [:]

    init(_ texts: [String] = []) {
        append(texts)
    }

    /// IDs that are known are not added again.
    mutating func append(_ texts: [String]) {
        for text in texts {
            let id = ItemKey(text)
            guard indices[id] == nil else { continue }
            indices[id] = ids.count
            ids.append(id)
        }
    }

    func index(of text: String) -> Int? { indices[ItemKey(text)] }

    func text(at index: Int) -> String? {
        ids.indices.contains(index) ? ids[index].text : nil
    }
}
