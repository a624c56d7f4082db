/// What a table shows of a payload: the field that most likely names the item.
package enum ItemSummary {
    /// Names of such fields, the most specific first.
    private static let fields = [
        "title", "name", "headline", "profile_name", "keyword", "label", "text", "caption", "description", "url",
    ]

    /// A short text for people, as the server sent it; empty where nothing in the payload is one.
    package static func title(of payload: String) -> String {
        (try? JSONDocument(Array(payload.utf8))).map(title(of:)) ?? ""
    }

    static func title(of document: JSONDocument) -> String {
        guard document.scalar(at: document.root) == .object else {
            return text(document.scalar(at: document.root)) ?? ""
        }
        let members = document.members(of: document.root)
        let named = fields.lazy.compactMap { field in members.last { $0.key == field } }
        let others = members.lazy.filter { $0.key != "id" }
        return named.compactMap { text(document.scalar(at: $0.value)) }.first
            ?? others.compactMap { text(document.scalar(at: $0.value)) }.first ?? ""
    }

    private static func text(_ scalar: JSONScalar) -> String? {
        guard case .string(let text) = scalar, !text.isEmpty else { return nil }
        return text
    }
}
