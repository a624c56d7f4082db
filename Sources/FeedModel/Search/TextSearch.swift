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
        return payload.withUTF8 { hits(in: UnsafeRawBufferPointer($0)) }
    }

    /// The values of a payload that have the text, as above.
    package func hits(in payload: UnsafeRawBufferPointer) -> [Hit] {
        guard filter.passes(payload), let root = try? JSONDocument.validate(Array(payload)) else { return [] }
        var hits: [Hit] = []
        collect(UnsafeRawBufferPointer(rebasing: payload[root]), .root, &hits)
        return hits
    }

    /// The way to a value, from the last step back to the first.
    private indirect enum Way {
        case root
        case member(JSONMemberScan.Member, of: UnsafeRawBufferPointer, Way)
        case element(Int, Way)

        /// The path in the order of its steps.
        var components: [DottedPath.Component] {
            switch self {
            case .root: []
            case .member(let member, let object, let way):
                way.components + [DottedPath.Component(member.name(in: object))]
            case .element(let index, let way): way.components + [DottedPath.Component("\(index)")]
            }
        }
    }

    /// - Parameter value: a JSON value that was checked, without white space around it.
    private func collect(_ value: UnsafeRawBufferPointer, _ way: Way, _ hits: inout [Hit]) {
        switch value.first {
        case UInt8(ascii: "{"):
            var scan = JSONMemberScan(value)
            while let member = scan.next() {
                collect(
                    UnsafeRawBufferPointer(rebasing: value[member.value]), .member(member, of: value, way), &hits)
            }
        case UInt8(ascii: "["):
            var scan = JSONElementScan(value)
            var index = 0
            while let element = scan.next() {
                collect(UnsafeRawBufferPointer(rebasing: value[element]), .element(index, way), &hits)
                index += 1
            }
        case UInt8(ascii: "\""):
            // Most values do not have it: only one that may is unescaped and folded.
            guard filter.passes(value) else { return }
            let text = JSONText(quoted: Array(value)[...]).string
            guard let scalar = FoldedText(text).place(of: folded) else { return }
            hits.append(
                Hit(
                    field: DottedPath(components: way.components).description,
                    place: Self.characters(of: text, before: scalar), text: text))
        default: return
        }
    }

    /// How many characters begin before a scalar of a text.
    private static func characters(of text: String, before scalar: Int) -> Int {
        let end = text.unicodeScalars.index(text.unicodeScalars.startIndex, offsetBy: scalar)
        return text[..<end].count
    }
}
