import FeedModel
import FeedSource

extension DottedPath {
    /// The path to the member of that key, whatever the key holds.
    func appending(key: String) -> DottedPath {
        DottedPath(components: components + [Component(field: key)])
    }

    /// The path to an element of an array.
    func appending(index: Int) -> DottedPath {
        appending(parsing: String(index))
    }

    /// The path continued by what is written as one.
    func appending(parsing text: String) -> DottedPath {
        guard let rest = try? DottedPath(parsing: text) else { return self }
        return DottedPath(components: components + rest.components)
    }
}
