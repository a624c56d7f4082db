package import FeedModel

package enum PageDecodingError: Error, Hashable, Sendable {
    case syntax(JSONSyntaxError)
    /// The path of the items leads to something else; `found` says to what, or where the path ends.
    case noItems(path: DottedPath, found: String)
    /// The same where the items should be the members of an object.
    case noMembers(path: DottedPath, found: String)
    /// The list has more elements than the manifest allows for a page.
    case tooManyItems(limit: Int)
    /// The list has elements, and none of them has a usable ID; `first` is why the first one has none.
    case noIDs(first: ItemRejection, count: Int)

    package var message: String {
        switch self {
        case .syntax(let error): "the answer is \(error)"
        case .noItems(let path, let found) where path.components.isEmpty:
            "the answer should be an array of items, but it is \(found)"
        case .noItems(let path, let found): "the answer should have an array of items at “\(path)”, but \(found)"
        case .noMembers(let path, let found) where path.components.isEmpty:
            "the answer should be an object of items by their IDs (@key), but it is \(found)"
        case .noMembers(let path, let found):
            "the answer should have an object of items by their IDs (@key) at “\(path)”, but \(found)"
        case .tooManyItems(let limit): "the page has more than \(limit) items (max_items)"
        case .noIDs(let first, 1): "the page's only item has no usable ID: \(first.message)"
        case .noIDs(let first, let count):
            "none of the page's \(count) items has a usable ID; of the first, \(first.message)"
        }
    }

    /// The error about the answer of a request to `url`.
    package func sourceError(url: SourceURL) -> SourceError {
        switch self {
        case .tooManyItems(let limit): SourceError(.tooManyItems(limit: limit), url: url)
        case .syntax, .noItems, .noMembers, .noIDs: SourceError(.malformed(message), url: url)
        }
    }
}

extension PageDecodingError {
    /// What lies at `path` in a checked document instead of a list.
    static func noItems(
        at path: DottedPath, in document: JSONDocument, expecting kind: JSONScan.Kind
    ) -> PageDecodingError {
        let found = found(at: path, in: document)
        return switch kind {
        case .elements: .noItems(path: path, found: found)
        case .members: .noMembers(path: path, found: found)
        }
    }

    private static func found(at path: DottedPath, in document: JSONDocument) -> String {
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
