/// Why bytes are not a feed as a JSON document. The file's name is the caller's to add.
public enum FeedDocumentError: Error, Hashable, Sendable {
    /// They are not JSON.
    case syntax(JSONSyntaxError)
    /// Something is missing at `path`, such as `sections[0].rows[3].id`.
    case missing(path: String)
    /// Something else than what belongs there is at `path`; an empty path is the whole document.
    case unexpected(path: String, found: String, expected: String)

    /// A name for the reason that does not change.
    public var code: String {
        switch self {
        case .syntax: "feed_document_syntax"
        case .missing: "feed_document_missing"
        case .unexpected: "feed_document_unexpected"
        }
    }

    /// The reason in words: what is wrong and where.
    public var message: String {
        switch self {
        case .syntax(let error): error.description
        case .missing(let path): "not a feed: “\(path)” is missing"
        case .unexpected(let path, let found, let expected):
            "not a feed: \(path.isEmpty ? "the document" : "“\(path)”") is \(found), not \(expected)"
        }
    }
}

extension FeedDocumentError: CustomStringConvertible {
    /// The reason in words.
    public var description: String { message }
}
