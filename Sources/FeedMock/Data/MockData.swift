import FeedModel

/// Own data to serve: a JSON file with a list per key, as json-server reads it, or a folder with a JSON file per list.
///
/// ```swift
/// var data = MockData(path: "db.json")
/// data.paging["photos"] = .cursor
/// configuration.content = .data(data)
/// ```
///
/// Each list is an array of objects with an ID. `GET /photos` answers the list, `GET /photos/7` an item; `POST`, `PUT`,
/// `PATCH` and `DELETE` change it. Each change raises the item's `updated_at`, and `GET /photos?since=VERSION` answers
/// what changed after a version, removed items as tombstones.
public struct MockData: Equatable, Sendable {
    /// A JSON file, or a folder of them.
    public var path: String
    /// How lists are cut into pages, by their names.
    public var paging: [String: ListPaging] = [:]
    /// How all other lists are cut into pages.
    public var standardPaging = ListPaging.none
    /// The member that is an item's ID: a text or an integer.
    public var idField = "id"
    /// Whether links to other pages are paths, not whole URLs.
    public var hasRelativeLinks = false
    /// Whether changes are written back to the file. Without it they end with the server.
    public var isSaved = false

    /// The data at `path`, with all lists whole, and never written to.
    public init(path: String) {
        self.path = path
    }

    /// The same data with lists cut into pages as `texts` say: a style for all, or `LIST=STYLE`.
    ///
    /// - Throws: ``MockServerError/badPaging(_:)``
    package func paged(by texts: [String]) throws(MockServerError) -> MockData {
        var data = self
        for text in texts {
            let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let style = halves.last.flatMap(ListPaging.init(rawValue:)), halves.first?.isEmpty == false else {
                throw .badPaging(text)
            }
            if halves.count == 2 { data.paging[halves[0]] = style } else { data.standardPaging = style }
        }
        return data
    }

    subscript(list: String) -> ListPaging { paging[list] ?? standardPaging }
}
