import FeedModel

package enum PageCursor: Hashable, Sendable {
    case start
    /// A page number, or the number of items before the page.
    case number(Int)
    /// A server's token, or the ID of the last item received.
    case token(String)
    /// A server's token that is a JSON number, where that matters: it is sent in a body.
    case numeral(String)
    /// Several values by their names, as a server's object has them: in JSON, no null, array or object.
    case members(String)
    /// Any other JSON value, as it came; of `after_id` the fields of the last item, by the paths of their templates.
    case document(String)
    /// A URL that an answer gave. Not trusted where the walk has been at another origin than the source's: the server
    /// there chose the URL, so credentials are not sent to it, even if it is the source's own.
    case url(SourceURL, isTrusted: Bool)

    /// Reads what `text` wrote; nil if that is something else.
    ///
    /// - Parameter base: of the source that the list is of, where that has variables.
    package init?(text: String, below base: SourceURL? = nil) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : ""
        switch parts.first {
        case "start" where parts.count == 1: self = .start
        case "number":
            guard let number = Int(value), number >= 0 else { return nil }
            self = .number(number)
        case "token" where parts.count == 2: self = .token(value)
        case "numeral" where Self.isNumber(value): self = .numeral(value)
        case "members" where !Self.members(of: value).isEmpty: self = .members(value)
        case "document" where (try? JSONDocument(Array(value.utf8))) != nil: self = .document(value)
        case "url", "untrusted":
            guard let url = try? SourceURL(stored: value, below: base) else { return nil }
            self = .url(url, isTrusted: parts.first == "url")
        default: return nil
        }
    }

    /// An array, or an object with an array or an object in it, is sent as it came; of another object the members that can
    /// be sent. Nil where there are none.
    init?(container text: String) {
        guard text != "[]", let document = try? JSONDocument(Array(text.utf8)) else { return nil }
        let members = document.members(of: document.root).map { ($0, document.scalar(at: $0.value)) }
        if document.scalar(at: document.root) == .array
            || members.contains(where: { [.array, .object].contains($0.1) })
        {
            self = .document(text)
            return
        }
        let sent = document.object(members.filter { $0.1 != .null }.map(\.0))
        if Self.members(of: sent).isEmpty { return nil }
        self = .members(sent)
    }

    /// The cursor as the database keeps it: `start`, `number:3`, `token:abc`, `numeral:7`, `members:{"a":"b"}`,
    /// `document:[1]`, `url:https://…`, `untrusted:https://…`.
    package var text: String {
        switch self {
        case .start: "start"
        case .number(let number): "number:\(number)"
        case .token(let token): "token:\(token)"
        case .numeral(let number): "numeral:\(number)"
        case .members(let text): "members:\(text)"
        case .document(let text): "document:\(text)"
        case .url(let url, let isTrusted): "\(isTrusted ? "url" : "untrusted"):\(url.stored)"
        }
    }

    var isParameter: Bool {
        switch self {
        case .start, .url: false
        case .number, .token, .numeral, .members, .document: true
        }
    }

    /// As a query or a header has it.
    var value: String {
        switch self {
        case .start: ""
        case .number(let number): String(number)
        case .token(let text), .numeral(let text), .members(let text), .document(let text): text
        case .url(let url, _): url.description
        }
    }

    /// - Parameter present: what is in its place. A text there makes a number a text, and a number the other way round.
    func write(over present: JSONScalar?, to writer: inout JSONWriter) {
        switch (self, present) {
        case (.members, _), (.document, _): writer.verbatim(value.utf8)
        case (.token(let text), .number) where Self.isNumber(text): writer.verbatim(text.utf8)
        case (.token(let text), _): writer.string(text)
        case (_, .string): writer.string(value)
        default: writer.verbatim(value.utf8)
        }
    }

    static func isNumber(_ text: String) -> Bool {
        guard let document = try? JSONDocument(Array(text.utf8)), document.root.count == text.utf8.count,
            case .number = document.scalar(at: document.root)
        else { return false }
        return true
    }

    /// What it sends, unescaped.
    var texts: [String] {
        if case .members(let text) = self { Self.members(of: text).flatMap { [$0.name, $0.value] } } else { [value] }
    }

    /// The members of an object as a query has them, without those that it has no form for.
    static func members(of text: String) -> [(name: String, value: String)] {
        guard let document = try? JSONDocument(Array(text.utf8)) else { return [] }
        return document.members(of: document.root).compactMap { member in
            document.scalar(at: member.value).plainText.map { (member.key, $0) }
        }
    }

    /// Whether the page may be requested with the source's credentials, as far as its origin is the source's.
    package var isTrusted: Bool {
        if case .url(_, let isTrusted) = self { isTrusted } else { true }
    }
}
