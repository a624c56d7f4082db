import FeedModel

/// What is sent for a parameter of a page.
enum PageValue: Equatable, Sendable {
    case number(String)
    /// A text, unescaped.
    case text(String)
    case members([PageCursor.Member])
    /// JSON, as it came.
    case document(String)

    /// Nil where the cursor is none that is sent as a parameter.
    init?(_ cursor: PageCursor) {
        switch cursor {
        case .number(let number): self = .number(String(number))
        case .token(let token): self = .text(token)
        case .numeral(let number): self = .number(number)
        case .members(let members): self = .members(members)
        case .document(let text): self = .document(text)
        case .start, .url: return nil
        }
    }

    /// As a query or a header has it.
    var text: String {
        switch self {
        case .number(let text), .text(let text), .document(let text): text
        case .members(let members): String(decoding: PageCursor.json(members), as: UTF8.self)
        }
    }

    /// - Parameter present: what is in its place. A text there makes a number a text, and a number the other way round.
    func write(over present: JSONScalar?, to writer: inout JSONWriter) {
        switch (self, present) {
        case (.members(let members), _): writer.verbatim(PageCursor.json(members))
        case (.document(let text), _): writer.verbatim(text.utf8)
        case (.number(let text), .string): writer.string(text)
        case (.number(let text), _): writer.verbatim(text.utf8)
        case (.text(let text), .number) where Self.isNumber(text): writer.verbatim(text.utf8)
        case (.text(let text), _): writer.string(text)
        }
    }

    /// Whether JSON can write the text as a number.
    static func isNumber(_ text: String) -> Bool {
        guard let document = try? JSONDocument(Array(text.utf8)), document.root.count == text.utf8.count,
            case .number = document.scalar(at: document.root)
        else { return false }
        return true
    }
}
