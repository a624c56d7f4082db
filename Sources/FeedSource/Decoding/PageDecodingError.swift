package import FeedModel

package enum PageDecodingError: Error, Hashable, Sendable {
    case syntax(JSONSyntaxError)
    /// The path of the items leads to something else than an array, or an object whose members they are; `found` says to
    /// what, or where the path ends.
    case noItems(path: DottedPath, found: String, expected: JSONScan.Kind = .elements)
    /// The list has more elements than the manifest allows for a page.
    case tooManyItems(limit: Int)
    /// The list has elements, and none of them has a usable ID; `first` is why the first one has none.
    case noIDs(first: ItemRejection, count: Int)

    package var message: String {
        switch self {
        case .syntax(let error): "the answer is \(error)"
        case .noItems(let path, let found, let kind) where path.components.isEmpty:
            "the answer should be \(Self.words(for: kind)), but it is \(found)"
        case .noItems(let path, let found, let kind):
            "the answer should have \(Self.words(for: kind)) at “\(path)”, but \(found)"
        case .tooManyItems(let limit): "the page has more than \(limit) items (max_items)"
        case .noIDs(let first, 1): "the page's only item has no usable ID: \(first.message)"
        case .noIDs(let first, let count):
            "none of the page's \(count) items has a usable ID; of the first, \(first.message)"
        }
    }

    private static func words(for list: JSONScan.Kind) -> String {
        list == .elements ? "an array of items" : "an object of items by their IDs (@key)"
    }

    package func sourceError(url: SourceURL) -> SourceError {
        switch self {
        case .tooManyItems(let limit): SourceError(.tooManyItems(limit: limit), url: url)
        case .syntax, .noItems, .noIDs: SourceError(.malformed(message), url: url)
        }
    }

    /// What lies at `path` in a checked document instead of a list.
    static func found(at path: DottedPath, in document: JSONDocument) -> String {
        var place = document.root
        for (depth, component) in path.components.enumerated() {
            guard let next = document.value(at: DottedPath(components: [component]), in: place) else {
                let way = DottedPath(components: path.components[..<depth])
                let end = depth == 0 ? "it" : "“\(way)”"
                let kind = document.scalar(at: place).kindName
                return "\(end) is \(kind) without “\(component.condition == nil ? component.key : "\(component)")”"
            }
            place = next
        }
        let kind = document.scalar(at: place).kindName
        return path.components.isEmpty ? kind : "\(kind) is there"
    }
}
