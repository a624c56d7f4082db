package import FeedModel

/// A document as it was received, or that it did not change.
package struct PageContent: Equatable, Sendable {
    /// 200 to 299; 204 says that there is none. 304: it is as the validator knows it, which speaks for what `url`
    /// answered before, and says nothing where the validator was given by another URL.
    package let status: Int
    /// The answer's headers in order; those of a 304 are newer than those of the answer that is known (RFC 9111 §4.3.4).
    package let headers: HeaderFields
    /// Unpacked. Whether it is JSON is for a decoder to say.
    package let body: [UInt8]
    /// Where it came from, after redirects: what relative URLs in it start from, and what its validator belongs to.
    /// Without the parameters of `[source] query`.
    package let url: SourceURL
    /// Whether it came from the source's own origin with no redirect through another one, and was requested as trusted.
    /// Only URLs in such an answer may be requested with credentials.
    package let isTrusted: Bool

    /// Whether it did not change: only what was asked for with a validator can be that.
    package var isUnmodified: Bool { status == 304 }

    package func document() throws(SourceError) -> JSONDocument {
        try JSONDocument(body) { SourceError(.malformed("the answer is \($0)"), url: url) }
    }

    /// What to ask with next time.
    ///
    /// A `Last-Modified` within a second of `Date` is weak: the document may change once more in that second (RFC 9110
    /// §8.8.2.2). It is not used alone.
    package var validator: Validator {
        let dates = ["Date", "Last-Modified"].compactMap { headers[$0].flatMap(Instant.init(httpDate:)) }
        let isWeak = headers["ETag"] == nil && dates.count == 2 && dates[0] <= dates[1].advanced(bySeconds: 1)
        return Validator(etag: headers["ETag"], lastModified: isWeak ? nil : headers["Last-Modified"])
    }
}

extension HeaderFields {
    var areConditional: Bool { self["If-None-Match"] != nil || self["If-Modified-Since"] != nil }
}

extension Validator {
    var conditions: HeaderFields {
        var fields = HeaderFields()
        if let etag, HeaderFields.isValue(etag) { fields.set("If-None-Match", to: etag) }
        if let lastModified, HeaderFields.isValue(lastModified) { fields.set("If-Modified-Since", to: lastModified) }
        return fields
    }
}
