package struct ListPage: Sendable {
    package enum Content: Sendable {
        case items(DecodedPage)
        /// It is as the validator knows it (304).
        case notModified
    }

    package enum Next: Equatable, Sendable {
        case page(String)
        case end
        /// The answer does not say: the headers of a 304 may leave it out.
        case unknown
    }

    /// What was requested: path and query where the page is at the source's own origin, else the URL. Validators and
    /// loops are recognised by it.
    package let address: String
    /// The URL that answered, after redirects: a validator belongs to it.
    package let answeredBy: String
    /// The persistent number of the request, taken when it was sent.
    package let sequence: Int64
    package let content: Content
    /// The validator for the next conditional request; empty where there is none.
    package let validator: Validator
    package let next: Next
    /// Whether the body has no value at the manifest's path to the next page. Null is a value.
    package let isNextMissing: Bool
    /// The list's length as this answer reports it.
    package let total: Int?
    /// How many pages the list has, as this answer reports it.
    package let pageCount: Int?
    /// Whether the total is in the body, not in a header. Then a 304 confirms it with the page.
    package let isTotalInBody: Bool
    package let serverTime: Instant
    /// The earliest time at which the answer may have been made, by this machine's clock: a cache may have kept it.
    package let made: Instant
    /// Its `Date`; nil where it has none.
    package let date: Instant?
    /// What the user should know of the page, in one line that is the same each time.
    package let remark: String?

    /// A page; each part as the property of its name says.
    package init(
        address: String, answeredBy: String, sequence: Int64, content: Content,
        validator: Validator = Validator(etag: nil, lastModified: nil), next: Next, isNextMissing: Bool = false,
        total: Int? = nil, pageCount: Int? = nil, isTotalInBody: Bool = true, serverTime: Instant, made: Instant? = nil,
        date: Instant? = nil, remark: String? = nil
    ) {
        self.address = address
        self.answeredBy = answeredBy
        self.sequence = sequence
        self.content = content
        self.validator = validator
        self.next = next
        self.isNextMissing = isNextMissing
        self.total = total
        self.pageCount = pageCount
        self.isTotalInBody = isTotalInBody
        self.serverTime = serverTime
        self.made = made ?? serverTime
        self.date = date
        self.remark = remark
    }

    /// The cursor of the next page; nil after the last, or where the answer does not say.
    package var nextCursor: String? {
        if case .page(let cursor) = next { cursor } else { nil }
    }
}

/// What lets a server answer 304 for a document that did not change (RFC 9110 §8.8, §13.1).
package struct Validator: Hashable, Sendable {
    /// The entity tag with its quotes, as the server wrote it.
    package let etag: String?
    package let lastModified: String?

    /// A validator; every part is as the server wrote it.
    package init(etag: String?, lastModified: String?) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether it has neither an entity tag nor a date.
    package var isEmpty: Bool { etag == nil && lastModified == nil }
}
