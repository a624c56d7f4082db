package struct ListPage: Sendable {
    package enum Content: Sendable {
        case items(DecodedPage)
        /// It is as it was (304), by what it was asked for with.
        case notModified(PageCondition?)
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
    package private(set) var next: Next
    /// Where the list goes on in case it has more: it ends here since it gave as many elements as its total, of which some may
    /// have come twice.
    package let beyondTotal: String?
    /// Whether it is the first page and seems to be cut off from the rest of its list: it is never asked for
    /// conditionally then.
    package let isCut: Bool
    package private(set) var saysEnd: Bool
    /// The list's length as this answer reports it.
    package let total: Int?
    package let pageCount: Int?
    /// Whether the total is in the body, not in a header. Then a 304 confirms it with the page.
    package let isTotalInBody: Bool
    package let serverTime: Instant
    /// The earliest time at which the answer may have been made, by this machine's clock: a cache may have kept it.
    package let made: Instant
    package let date: Instant?
    /// What the user should know of the page, in one line that is the same each time.
    package let remark: String?
    /// Whether it is the last page of a window: the walk ends with it, wherever the list goes on.
    package var isEdge = false

    package init(
        address: String, answeredBy: String, sequence: Int64, content: Content,
        validator: Validator = Validator(etag: nil, lastModified: nil), next: Next, beyondTotal: String? = nil,
        isCut: Bool = false, saysEnd: Bool = false, total: Int? = nil, pageCount: Int? = nil,
        isTotalInBody: Bool = true,
        serverTime: Instant, made: Instant? = nil, date: Instant? = nil, remark: String? = nil
    ) {
        (self.address, self.answeredBy, self.sequence, self.content) = (address, answeredBy, sequence, content)
        (self.validator, self.next, self.beyondTotal) = (validator, next, beyondTotal)
        (self.isCut, self.saysEnd) = (isCut, saysEnd)
        (self.total, self.pageCount, self.isTotalInBody) = (total, pageCount, isTotalInBody)
        self.made = made ?? serverTime
        (self.serverTime, self.date, self.remark) = (serverTime, date, remark)
    }

    /// The list has more than the page says.
    package mutating func goOn() {
        if let beyondTotal { (next, saysEnd) = (.page(beyondTotal), false) }
    }

    /// The cursor of the next page; nil after the last, or where the answer does not say.
    package var nextCursor: String? {
        if case .page(let cursor) = next { cursor } else { nil }
    }

    /// Nil for a 304.
    package var items: DecodedPage? {
        if case .items(let items) = content { items } else { nil }
    }

    /// The list's length as it is known after the page: where a 304 does not say, it is that of `before`.
    package func total(after before: Int?) -> Int? {
        guard case .notModified(let condition) = content else { return total }
        return total ?? condition?.total ?? before
    }
}

/// What lets a server answer 304 for a document that did not change (RFC 9110 §8.8, §13.1).
package struct Validator: Hashable, Sendable {
    /// The entity tag with its quotes, as the server wrote it.
    package let etag: String?
    package let lastModified: String?

    package init(etag: String?, lastModified: String?) {
        self.etag = etag
        self.lastModified = lastModified
    }

    package var isEmpty: Bool { etag == nil && lastModified == nil }
}

package struct PageCondition: Equatable, Sendable {
    package let validator: Validator
    /// Where the list went on after the page; nil where it was the last.
    package let next: String?
    package let listing: Listing
    /// The list's length where the page's own bytes report it.
    package let total: Int?
    /// The URL that gave the page, after redirects.
    package let answeredBy: String

    package init(validator: Validator, next: String?, listing: Listing, total: Int?, answeredBy: String) {
        (self.validator, self.next, self.listing) = (validator, next, listing)
        (self.total, self.answeredBy) = (total, answeredBy)
    }

    package var elements: Int { listing.count }

    /// Whether a 304 confirms the page: the same URL answers, and leads to the same next page.
    package func isMet(by page: ListPage) -> Bool {
        guard page.answeredBy == answeredBy else { return false }
        return switch page.next {
        case .page(let cursor): cursor == next
        case .end: next == nil
        // It may have grown.
        case .unknown: false
        }
    }
}
