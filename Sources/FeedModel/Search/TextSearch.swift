/// Finds a text in the text values of payloads: unescaped, whatever its case, width and accents. Keys are not searched.
///
/// Most payloads do not have it. They are passed over by a look at their bytes, without being parsed.
package struct TextSearch: Sendable {
    package struct Hit: Equatable, Sendable {
        /// The path of the value in the payload, as `DottedPath` writes it; empty where the payload is the text.
        package let field: String
        /// How many characters of the value are before the first place where it is found.
        package let place: Int
        package let text: String
        /// What a table shows of the payload: see `ItemSummary`.
        package let title: String
    }

    private let folded: FoldedText
    private let filter: ByteFilter

    /// Nil where there is nothing to find: the text is empty.
    package init?(_ text: String) {
        folded = FoldedText(text)
        guard !folded.scalars.isEmpty else { return nil }
        filter = ByteFilter(for: folded)
    }

    /// Whether a value of a payload has the text; false where the payload is no JSON.
    package func matches(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard var scan = scan(of: payload)?.strings else { return false }
        while let value = scan.next() {
            if find(in: UnsafeRawBufferPointer(rebasing: payload[value])) != nil { return true }
        }
        return false
    }

    /// The values of a payload that have the text, in the order of the payload; none where it is no JSON.
    package func hits(in payload: UnsafeRawBufferPointer) -> [Hit] {
        guard let (document, strings) = scan(of: payload) else { return [] }
        lazy var title = ItemSummary.title(of: document)
        var (scan, hits): (JSONStringScan, [Hit]) = (strings, [])
        while let value = scan.next() {
            guard let (text, place) = find(in: UnsafeRawBufferPointer(rebasing: payload[value])) else { continue }
            hits.append(Hit(field: scan.path(), place: place, text: text, title: title))
        }
        return hits
    }

    /// A payload and its strings; nil where it cannot have the text, and where it is no JSON.
    private func scan(of payload: UnsafeRawBufferPointer) -> (document: JSONDocument, strings: JSONStringScan)? {
        guard filter.place(in: payload) != nil, let document = try? JSONDocument(Array(payload)) else { return nil }
        return (document, JSONStringScan(payload))
    }

    /// The text of a string, and before which of its characters the text that is looked for begins.
    private func find(in string: UnsafeRawBufferPointer) -> (text: String, place: Int)? {
        let content = UnsafeRawBufferPointer(rebasing: string.dropFirst().dropLast())
        // Most strings do not have it: only one that may is unescaped and folded.
        guard let place = filter.place(in: content) else { return nil }
        if content.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) {
            // Each byte is a character, and none is a mark: where the bytes have the text, it is.
            return (String(decoding: content, as: UTF8.self), place)
        }
        let text = JSONText(unescaping: Array(content)[...]).string
        return FoldedText(text).place(of: folded).map { (text, String(text.unicodeScalars.prefix($0)).count) }
    }
}
