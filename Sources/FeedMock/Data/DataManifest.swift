import FeedModel

/// The manifest for own data that a mock serves.
package struct DataManifest {
    private let lists: [DataList]
    private let pageSize: Int
    private let takesEvents: Bool
    private let hasSections: Bool

    /// - Parameter perPage: as ``MockConfiguration/perPage``
    package init(_ data: MockData, perPage: Int) throws(MockServerError) {
        let snapshot = try DataSnapshot(data)
        lists = snapshot.names.compactMap { snapshot.lists[$0] }
        (pageSize, takesEvents) = (perPage, !snapshot.names.contains("events"))
        hasSections = snapshot.values["sections"] != nil
    }

    /// The manifest as TOML.
    ///
    /// - Parameter baseURL: where the mock is, such as `http://127.0.0.1:3000`
    package func text(baseURL: String) -> String {
        var lines = ["[source]", "name = \"mock\"", "base_url = \(Self.quoted(baseURL))"]
        if hasSections { lines += ["", "[sections]", "path = \"sections\""] }
        if takesEvents { lines += ["", "[events]", "path = \"events\""] }
        for list in lists { lines += [""] + collection(list) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func collection(_ list: DataList) -> [String] {
        let hasVersions = list.versions != nil
        return [
            "[[collections]]", "name = \(Self.quoted(list.name))",
            "path = \(Self.quoted(PlainPath.encoded(list.name)))",
            "items = \"\(list.paging.isBare ? "" : "data")\"", "id = \(Self.quoted(Self.path(to: list.idField)))",
            hasVersions ? "version = \"\(ListVersion.field)\"" : nil, "deleted = \"deleted\"",
            "paging = \(paging(list.paging))", hasVersions ? "delta = { param = \"since\" }" : nil,
        ].compactMap(\.self)
    }

    private func paging(_ style: ListPaging) -> String {
        var keys = ["style = \"\(style.rawValue)\""]
        if let parameter = style.sizeParameter { keys += ["size_param = \"\(parameter)\"", "size = \(pageSize)"] }
        switch style {
        case .none: break
        case .page: keys += ["has_next = \"has_next\"", "total = \"total\""]
        case .offset: keys.append("total = \"total\"")
        case .cursor, .nextURL: keys.append("next = \"next\"")
        case .link: keys.append("total_header = \"X-Total-Count\"")
        case .afterID: keys.append("has_next = \"has_more\"")
        }
        return "{ \(keys.joined(separator: ", ")) }"
    }

    /// A member's name as a path; in quotes where it could be read as something else.
    private static func path(to field: String) -> String {
        let isPlain = field.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
        return isPlain && !field.isEmpty ? field : quoted(field)
    }

    /// A TOML string: the escapes are those of JSON.
    private static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).bytes, as: UTF8.self)
    }
}
