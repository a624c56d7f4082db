/// What a table shows of a payload: the field that most likely names the item.
package enum ItemSummary {
    /// Names of such fields, the most specific first.
    private static let fields = [
        "title", "name", "headline", "profile_name", "keyword", "label", "text", "caption", "description", "url",
    ]

    /// A short text for people, as the server sent it; empty where nothing in the payload is one.
    package static func title(of payload: String) -> String {
        guard let document = try? JSONDocument(Array(payload.utf8)) else { return "" }
        guard document.scalar(at: document.root) == .object else {
            return text(document.scalar(at: document.root)) ?? ""
        }
        let members = document.members(of: document.root)
        for field in fields {
            if let member = members.last(where: { $0.key == field }), let text = text(document.scalar(at: member.value))
            {
                return text
            }
        }
        let others = members.lazy.filter { $0.key != "id" }.compactMap { text(document.scalar(at: $0.value)) }
        return others.first ?? ""
    }

    private static func text(_ scalar: JSONScalar) -> String? {
        guard case .string(let text) = scalar, !text.isEmpty else { return nil }
        return text
    }
}
