import FeedModel
import Foundation

/// A payload, indented: its objects and arrays can be folded. With a text to find, only those that have it are open, and it is
/// marked in them.
struct PayloadTree {
    /// Deeper values are shown in a line: pages need not nest as far as payloads may.
    private static let mostLevels = 40

    private let document: JSONDocument
    private let text: String
    private var count = 0

    /// - Parameters:
    ///   - payload: what is no JSON is shown as it is.
    ///   - text: what is looked for, whatever its case and accents; empty for nothing.
    static func html(of payload: String?, finding text: String) -> HTML {
        guard let payload, let document = try? JSONDocument(Array(payload.utf8)) else {
            return "<pre dir=\"auto\">\(payload ?? "")</pre>"
        }
        var tree = PayloadTree(document: document, text: text)
        let root = tree.value(document.root, name: nil, depth: 0)
        let found: HTML = text.isEmpty ? "" : "<p role=\"status\">“\(text)”: found in \(tree.count.of("place"))</p>"
        return "\(found)<div class=\"json\">\(root)</div>"
    }

    private mutating func value(_ range: Range<Int>, name: String?, depth: Int) -> HTML {
        let before = count
        let label: HTML = name.map { "<b>\(marked($0, as: $0))</b> " } ?? ""
        let members = document.members(of: range)
        let elements = members.isEmpty ? document.elements(of: range) : []
        guard depth < Self.mostLevels, !members.isEmpty || !elements.isEmpty else {
            let shown = String(decoding: document.slice(range), as: UTF8.self)
            var meant = shown
            if case .string(let text) = document.scalar(at: range) { meant = text }
            return "<p dir=\"auto\">\(label)\(marked(shown, as: meant))</p>"
        }
        let size = members.isEmpty ? elements.count.of("element") : members.count.of("member")
        var parts: [HTML] = []
        for member in members { parts.append(value(member.value, name: member.key, depth: depth + 1)) }
        for (index, element) in elements.enumerated() {
            parts.append(value(element, name: "\(index)", depth: depth + 1))
        }
        let open: HTML = text.isEmpty || count > before || depth == 0 ? " open" : ""
        return "<details\(open)><summary>\(label)<small>\(size)</small></summary>\(parts)</details>"
    }

    /// The text with what is looked for marked. Where it is found in what the text means alone, as with escapes, all of the
    /// text is.
    private mutating func marked(_ shown: String, as meant: String) -> HTML {
        guard !text.isEmpty else { return "\(shown)" }
        let found =
            shown.range(of: text, options: [.caseInsensitive, .diacriticInsensitive])
            ?? (meant.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) == nil
                ? nil : shown.startIndex..<shown.endIndex)
        guard let found else { return "\(shown)" }
        count += 1
        // The page begins at the first one.
        let id: HTML = count == 1 ? " id=\"found\"" : ""
        let (start, middle, end) = (shown[..<found.lowerBound], shown[found], shown[found.upperBound...])
        return "\(String(start))<mark\(id)>\(String(middle))</mark>\(String(end))"
    }
}
