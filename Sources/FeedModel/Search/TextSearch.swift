/// Finds a text in the text values of payloads: unescaped, whatever its case and width. Keys are not searched.
///
/// Most payloads do not have it. They are passed over by a look at their bytes, without being parsed.
package struct TextSearch: Sendable {
    /// Where the text was found.
    package struct Hit: Equatable, Sendable {
        /// The path of the value in the payload, as `DottedPath` writes it; empty where the payload is the text.
        package let field: String
        /// How many characters of the value are before the first place where it is found.
        package let place: Int
        /// The whole value.
        package let text: String
    }

    private let folded: FoldedText
    private let filter: ByteFilter

    /// Nil where there is nothing to find: the text is empty.
    package init?(_ text: String) {
        folded = FoldedText(text)
        guard !folded.scalars.isEmpty else { return nil }
        filter = ByteFilter(for: folded)
    }

    /// The values of a payload that have the text, in the order of the payload; nothing where it is no JSON.
    package func hits(in payload: String) -> [Hit] {
        var payload = payload
        guard payload.withUTF8(filter.passes), let document = try? JSONDocument(Array(payload.utf8)) else { return [] }
        var hits: [Hit] = []
        collect(document.root, [], in: document, &hits)
        return hits
    }

    private func collect(
        _ place: Range<Int>, _ path: [DottedPath.Component], in document: JSONDocument, _ hits: inout [Hit]
    ) {
        switch document.bytes[place.lowerBound] {
        case UInt8(ascii: "{"):
            for member in document.members(of: place) {
                collect(member.value, path + [DottedPath.Component(member.key)], in: document, &hits)
            }
        case UInt8(ascii: "["):
            for (index, element) in document.elements(of: place).enumerated() {
                collect(element, path + [DottedPath.Component("\(index)")], in: document, &hits)
            }
        case UInt8(ascii: "\""):
            let text = JSONText(quoted: document.slice(place)).string
            guard let scalar = FoldedText(text).place(of: folded) else { return }
            hits.append(
                Hit(
                    field: DottedPath(components: path).description, place: Self.characters(of: text, before: scalar),
                    text: text))
        default: return
        }
    }

    /// How many characters begin before a scalar of a text.
    private static func characters(of text: String, before scalar: Int) -> Int {
        let end = text.unicodeScalars.index(text.unicodeScalars.startIndex, offsetBy: scalar)
        return text[..<end].count
    }
}
