import FeedModel
import FeedSource

extension FeedManifest {
    /// Where an answer says something of its list: at a dotted path in the body, which a text literal is, or in a header.
    public struct Place: Sendable, ExpressibleByStringLiteral {
        fileprivate let name: String
        fileprivate let suffix: String

        /// At a dotted path in the body.
        public static func body(_ path: String) -> Place { Place(name: path, suffix: "") }

        /// In a header.
        public static func header(_ name: String) -> Place { Place(name: name, suffix: "_header") }

        /// At a dotted path in the body.
        public init(stringLiteral path: String) { self = .body(path) }

        private init(name: String, suffix: String) { (self.name, self.suffix) = (name, suffix) }
    }

    /// How a list is read page by page.
    public struct Paging: Sendable {
        var table: [String: ManifestValue]

        private init(
            _ style: FeedSource.Paging.Style, parameter: String? = nil, first: ManifestValue? = nil, next: Place? = nil,
            totalPages: Place? = nil, _ size: Int? = nil, _ sizeParameter: String? = nil, _ hasNext: String? = nil,
            _ total: Place? = nil, _ endStatus: [Int] = [], endCursor: String? = nil
        ) {
            table = .init(parameters: [
                "style": style.rawValue, "param": parameter, "first": first, "size": size, "size_param": sizeParameter,
                "has_next": hasNext, "end_status": endStatus, "end_cursor": endCursor,
            ])
            for (key, place) in [("next", next), ("total", total), ("total_pages", totalPages)] {
                if let place { table[key + place.suffix] = .string(place.name) }
            }
        }

        /// One request gives the whole list.
        public static let none = Paging(.none)

        /// One request gives the whole list, and says how long it is.
        ///
        /// - Parameter total: the length of the list.
        public static func none(total: Place) -> Paging { Paging(.none, nil, nil, nil, total) }

        /// Pages are numbered.
        ///
        /// - Parameters:
        ///   - parameter: the query parameter of the page's number; nil: `page`, or what a template has in its place.
        ///   - first: the number of the first page, 0 or more.
        ///   - size: how many items to ask for.
        ///   - sizeParameter: the query parameter of the size.
        ///   - hasNext: the dotted path to whether there is a next page.
        ///   - totalPages: the number of pages.
        ///   - total: the length of the list.
        ///   - endStatus: statuses that end the list where they answer a page after one that held something.
        public static func page(
            parameter: String? = nil, first: Int = 1, size: Int? = nil, sizeParameter: String? = nil,
            hasNext: String? = nil, totalPages: Place? = nil, total: Place? = nil, endStatus: [Int] = []
        ) -> Paging {
            Paging(
                .page, parameter: parameter, first: .integer(first), totalPages: totalPages, size, sizeParameter,
                hasNext, total, endStatus)
        }

        /// Pages begin after a number of items.
        ///
        /// - Parameters: as for `page`; `parameter` takes the number of items to skip.
        public static func offset(
            parameter: String? = nil, size: Int? = nil, sizeParameter: String? = nil, hasNext: String? = nil,
            total: Place? = nil, endStatus: [Int] = []
        ) -> Paging {
            Paging(.offset, parameter: parameter, size, sizeParameter, hasNext, total, endStatus)
        }

        /// Each answer has the cursor of the next page.
        ///
        /// - Parameters: as for `page`; `next` is the dotted path to the next cursor (where an object is there, all its
        ///   members are sent), `parameter` takes the cursor, and `first` is that of the first page; nil: it is asked for
        ///   without one; `endCursor` is a cursor that ends the list.
        public static func cursor(
            next: String, parameter: String? = nil, first: String? = nil, size: Int? = nil,
            sizeParameter: String? = nil, hasNext: String? = nil, total: Place? = nil, endStatus: [Int] = [],
            endCursor: String? = nil
        ) -> Paging {
            Paging(
                .cursor, parameter: parameter, first: first?.manifestValue, next: .body(next), size, sizeParameter,
                hasNext, total, endStatus, endCursor: endCursor)
        }

        /// Each answer has the URL of the next page.
        ///
        /// - Parameters: as for `page`; `next` is where the URL is.
        public static func nextURL(
            next: Place, size: Int? = nil, sizeParameter: String? = nil, hasNext: String? = nil, total: Place? = nil,
            endStatus: [Int] = []
        ) -> Paging {
            Paging(.nextURL, next: next, size, sizeParameter, hasNext, total, endStatus)
        }

        /// The `Link` header has the URL of the next page (RFC 8288, `rel="next"`).
        ///
        /// - Parameters: as for `page`.
        public static func link(
            size: Int? = nil, sizeParameter: String? = nil, hasNext: String? = nil, total: Place? = nil,
            endStatus: [Int] = []
        ) -> Paging {
            Paging(.link, size, sizeParameter, hasNext, total, endStatus)
        }

        /// Each page begins after the last ID of the page before.
        ///
        /// - Parameters: as for `page`; `parameter` takes the ID.
        public static func afterID(
            parameter: String? = nil, size: Int? = nil, sizeParameter: String? = nil, hasNext: String? = nil,
            total: Place? = nil, endStatus: [Int] = []
        ) -> Paging {
            Paging(.afterID, parameter: parameter, size, sizeParameter, hasNext, total, endStatus)
        }
    }
}
