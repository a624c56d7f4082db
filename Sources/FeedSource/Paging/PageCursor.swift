/// What identifies the next page of a walk.
package enum PageCursor: Hashable, Sendable {
    /// The list's own URL.
    case start
    /// A page number, or the number of items before the page.
    case number(Int)
    /// A server's token, or the ID of the last item received.
    case token(String)
    /// A URL that an answer gave. Not trusted where the walk has been at another origin than the source's: the server
    /// there chose the URL, so credentials are not sent to it, even if it is the source's own.
    case url(SourceURL, isTrusted: Bool)
}

extension PageCursor {
    /// Reads what `text` wrote; nil if that is something else.
    package init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : ""
        switch parts.first {
        case "start" where parts.count == 1: self = .start
        case "number":
            guard let number = Int(value) else { return nil }
            self = .number(number)
        case "token" where parts.count == 2: self = .token(value)
        case "url", "untrusted":
            guard let url = try? SourceURL(value) else { return nil }
            self = .url(url, isTrusted: parts.first == "url")
        default: return nil
        }
    }

    /// The cursor as the database keeps it: `start`, `number:3`, `token:abc`, `url:https://…`, `untrusted:https://…`.
    package var text: String {
        switch self {
        case .start: "start"
        case .number(let number): "number:\(number)"
        case .token(let token): "token:\(token)"
        case .url(let url, let isTrusted): "\(isTrusted ? "url" : "untrusted"):\(url)"
        }
    }

    /// Whether the page may be requested with the source's credentials, as far as its origin is the source's.
    package var isTrusted: Bool {
        if case .url(_, let isTrusted) = self { isTrusted } else { true }
    }
}
