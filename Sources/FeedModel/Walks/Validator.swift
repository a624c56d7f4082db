/// What lets a server answer 304 for a document that did not change (RFC 9110 §8.8, §13.1).
public struct Validator: Hashable, Sendable {
    /// The entity tag with its quotes, as the server wrote it.
    public let etag: String?
    /// The `Last-Modified` date, as the server wrote it.
    public let lastModified: String?

    /// A validator; every part is as the server wrote it.
    public init(etag: String?, lastModified: String?) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether there is nothing to ask with.
    public var isEmpty: Bool { etag == nil && lastModified == nil }
}
