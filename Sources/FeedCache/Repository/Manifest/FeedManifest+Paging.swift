import FeedSource

extension FeedManifest {
    /// How a list is read page by page.
    ///
    /// A size is how many items to ask for; its parameter tells the server. A total is the length of the list, at a
    /// dotted path in the body or in a header.
    public struct Paging: Sendable {
        var table: [String: ManifestValue]

        private init(_ style: String, _ values: [String: ManifestValue?]) {
            table = values.compactMapValues(\.self)
            table["style"] = .string(style)
        }

        /// One request gives the whole list.
        public static let none = Paging("none", [:])

        /// Pages are numbered.
        ///
        /// - Parameters:
        ///   - parameter: the query parameter of the page's number.
        ///   - first: the number of the first page, 0 or more.
        ///   - size: items a page.
        ///   - sizeParameter: the query parameter of the size.
        ///   - hasNext: the dotted path to whether there is a next page.
        ///   - totalPages: the dotted path to the number of pages.
        ///   - total: the dotted path to the length of the list.
        public static func page(
            parameter: String = "page", first: Int = 1, size: Int? = nil, sizeParameter: String? = nil,
            hasNext: String? = nil, totalPages: String? = nil, total: String? = nil
        ) -> Paging {
            Paging(
                "page",
                [
                    "param": .string(parameter), "first": .integer(first), "size": integer(size),
                    "size_param": string(sizeParameter), "has_next": string(hasNext),
                    "total_pages": string(totalPages), "total": string(total),
                ])
        }

        /// Pages begin after a number of items.
        ///
        /// - Parameters: as for `page`; `parameter` takes the number of items to skip.
        public static func offset(
            parameter: String = "offset", size: Int? = nil, sizeParameter: String? = nil, hasNext: String? = nil,
            total: String? = nil
        ) -> Paging {
            Paging(
                "offset",
                [
                    "param": .string(parameter), "size": integer(size), "size_param": string(sizeParameter),
                    "has_next": string(hasNext), "total": string(total),
                ])
        }

        /// Each answer has the cursor of the next page.
        ///
        /// - Parameters:
        ///   - next: the dotted path to the next cursor; where an object is there, all its members are sent.
        ///   - parameter: the query parameter that takes the cursor.
        ///   - first: the cursor of the first page; nil: it is asked for without one.
        ///   - size: items a page.
        ///   - sizeParameter: the query parameter of the size.
        ///   - hasNext: the dotted path to whether there is a next page.
        public static func cursor(
            next: String, parameter: String = "cursor", first: String? = nil, size: Int? = nil,
            sizeParameter: String? = nil, hasNext: String? = nil
        ) -> Paging {
            Paging(
                "cursor",
                [
                    "next": .string(next), "param": .string(parameter), "first": string(first), "size": integer(size),
                    "size_param": string(sizeParameter), "has_next": string(hasNext),
                ])
        }

        /// Each answer has the URL of the next page.
        ///
        /// - Parameters:
        ///   - next: the dotted path to it.
        ///   - size: items a page.
        ///   - sizeParameter: the query parameter of the size.
        public static func nextURL(next: String, size: Int? = nil, sizeParameter: String? = nil) -> Paging {
            Paging(
                "next_url", ["next": .string(next), "size": integer(size), "size_param": string(sizeParameter)])
        }

        /// The `Link` header has the URL of the next page (RFC 8288, `rel="next"`).
        public static func link(size: Int? = nil, sizeParameter: String? = nil) -> Paging {
            Paging("link", ["size": integer(size), "size_param": string(sizeParameter)])
        }

        /// Each page begins after the last ID of the page before.
        ///
        /// - Parameters: as for `page`; `parameter` takes the ID.
        public static func afterID(
            parameter: String = "after", size: Int? = nil, sizeParameter: String? = nil, hasNext: String? = nil
        ) -> Paging {
            Paging(
                "after_id",
                [
                    "param": .string(parameter), "size": integer(size), "size_param": string(sizeParameter),
                    "has_next": string(hasNext),
                ])
        }

        private static func string(_ text: String?) -> ManifestValue? { text.map(ManifestValue.string) }
        private static func integer(_ number: Int?) -> ManifestValue? { number.map(ManifestValue.integer) }
    }
}
