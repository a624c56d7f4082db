import FeedModel

/// Fills places in a planned answer with parts of the request: `{method}`, `{path}`, `{path.0}` (a part of it, from 0),
/// `{query.NAME}`, `{header.NAME}`, `{body}` and `{body.PATH}`, a value of a body that is JSON. What the request does not have
/// is empty; other braces stay as they are.
struct AnswerTemplate {
    private let request: JournalEntry

    init(_ request: JournalEntry) {
        self.request = request
    }

    func filled(_ text: String) -> String {
        text.replacing(/\{([^{}]+)\}/) { place in value(place.1) ?? String(place.0) }
    }

    /// - Parameter isJSON: whether what is filled in is inside of JSON strings
    func filled(_ body: [UInt8], isJSON: Bool) -> [UInt8] {
        guard body.contains(UInt8(ascii: "{")), let text = String(validating: body, as: UTF8.self) else { return body }
        guard isJSON, let document = try? JSONDocument(body) else { return Array(filled(text).utf8) }
        return document.replacingValues { range, _ in
            guard case .string(let text) = document.scalar(at: range) else { return nil }
            let filled = self.filled(text)
            return filled == text ? nil : JSONValue.string(filled).bytes
        }
    }

    /// The value of a place; nil where it is none.
    private func value(_ name: Substring) -> String? {
        let halves = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (halves[0], halves.dropFirst().first) {
        case ("method", nil): return request.method
        case ("path", nil): return request.path
        case ("body", nil): return String(decoding: request.body, as: UTF8.self)
        case (_, nil), (_, ""): return nil
        case ("query", let part?): return request.parameter(part) ?? ""
        case ("header", let part?): return request.headers[part.lowercased()] ?? ""
        case ("path", let part?):
            guard let index = Int(part) else { return nil }
            let parts = request.name.split(separator: "/")
            return parts.indices.contains(index) ? String(parts[index]) : ""
        case ("body", let part?):
            guard let path = try? DottedPath(parsing: part), let document = try? JSONDocument(request.body)
            else { return "" }
            return document.value(at: path).map { document.plainText(at: $0) } ?? ""
        default: return nil
        }
    }
}
