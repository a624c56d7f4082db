/// What a table shows of a payload: the field that most likely names the item.
package enum ItemSummary {
    /// Names of such fields, the most specific first.
    private static let fields = [
        "title", "name", "headline", "profile_name", "keyword", "label", "text", "caption", "description", "url",
    ]
    /// Members that hold the fields of an item in JSON:API, Airtable and Contentful, Notion, GraphQL, and YouTube.
    private static let holders = ["attributes", "fields", "properties", "node", "snippet"]
    /// Members that hold the text of a field that is an object: `title.rendered` in WordPress, `name.en`.
    private static let texts = ["rendered", "en", "text", "value", "plain_text", "title"]

    /// A short text for people, as the server sent it; empty where nothing in the payload is one.
    package static func title(of payload: String) -> String {
        (try? JSONDocument(Array(payload.utf8))).map(title(of:)) ?? ""
    }

    static func title(of document: JSONDocument) -> String {
        guard document.scalar(at: document.root) == .object else {
            return text(document.scalar(at: document.root)) ?? ""
        }
        let members = document.members(of: document.root)
        let held = holders.compactMap { holder in members.last { $0.key == holder } }
            .flatMap { document.members(of: $0.value) }
        let named = fields.lazy.flatMap { field in [members.last { $0.key == field }, held.last { $0.key == field }] }
        let others = members.lazy.filter { $0.key != "id" }
        return named.compactMap { $0.flatMap { text(at: $0.value, in: document) } }.first
            ?? others.compactMap { text(document.scalar(at: $0.value)) }.first ?? ""
    }

    /// The text of a field: itself, that of its first element, or of the member that is likely to hold it, else of the first
    /// one that is a text.
    ///
    /// - Parameter depth: how far in it is at the most: Notion's title is a member of an element of a member.
    private static func text(at place: Range<Int>, in document: JSONDocument, depth: Int = 3) -> String? {
        switch document.scalar(at: place) {
        case .array where depth > 0:
            return document.elements(of: place).first.flatMap { text(at: $0, in: document, depth: depth - 1) }
        case .object where depth > 0:
            let members = document.members(of: place)
            let likely = texts.lazy.compactMap { name in members.last { $0.key == name } }
            return likely.compactMap { text(at: $0.value, in: document, depth: depth - 1) }.first
                ?? members.lazy.compactMap { text(document.scalar(at: $0.value)) }.first
        case let scalar: return text(scalar)
        }
    }

    static func text(_ scalar: JSONScalar) -> String? {
        guard case .string(let text) = scalar, !text.isEmpty else { return nil }
        return text
    }
}
