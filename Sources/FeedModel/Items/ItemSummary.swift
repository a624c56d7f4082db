/// What a table shows of a payload: the field that most likely names the item.
package enum ItemSummary {
    /// Names of such fields, the most specific first.
    private static let fields: [StaticString] = [
        "title", "name", "headline", "profile_name", "keyword", "label", "text", "caption", "description", "url",
    ]
    /// Members that hold the fields of an item in JSON:API, Airtable and Contentful, Notion, GraphQL, and YouTube.
    private static let holders: [StaticString] = ["attributes", "fields", "properties", "node", "snippet"]
    private static let members = fields + holders
    /// Members that hold the text of a field that is an object: `title.rendered` in WordPress, `name.en`.
    private static let texts: [StaticString] = ["rendered", "en", "text", "value", "plain_text", "title"]

    /// A short text for people, as the server sent it; empty where nothing in the payload is one.
    package static func title(of payload: String) -> String {
        (try? JSONDocument(Array(payload.utf8))).map(title(of:)) ?? ""
    }

    static func title(of document: JSONDocument) -> String {
        guard document.scalar(at: document.root) == .object else {
            return text(document.scalar(at: document.root)) ?? ""
        }
        let own = document.values(of: members, in: document.root)
        let held = own.dropFirst(fields.count).reversed().compactMap { $0.map { document.values(of: fields, in: $0) } }
        for field in fields.indices {
            for case let place? in [own[field], held.lazy.compactMap { $0[field] }.first] {
                if let text = text(at: place, in: document) { return text }
            }
        }
        let others = document.members(of: document.root).lazy.filter { $0.key != "id" }
        return others.compactMap { text(document.scalar(at: $0.value)) }.first ?? ""
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
            let likely = document.values(of: texts, in: place).lazy.compactMap { $0 }
            return likely.compactMap { text(at: $0, in: document, depth: depth - 1) }.first
                ?? document.members(of: place).lazy.compactMap { text(document.scalar(at: $0.value)) }.first
        case let scalar: return text(scalar)
        }
    }

    static func text(_ scalar: JSONScalar) -> String? {
        guard case .string(let text) = scalar, !text.isEmpty else { return nil }
        return text
    }
}
