import FeedModel
import FeedSource

extension DottedPath {
    func appending(key: String) -> DottedPath {
        DottedPath(components: components + [Component(field: key)])
    }

    func appending(index: Int) -> DottedPath {
        appending(parsing: String(index))
    }

    func appending(parsing text: String) -> DottedPath {
        guard let rest = try? DottedPath(parsing: text) else { return self }
        return DottedPath(components: components + rest.components)
    }
}
