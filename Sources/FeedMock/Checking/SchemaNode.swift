import FeedModel

/// A value of an OpenAPI document. References to other places of the document are followed.
struct SchemaNode {
    /// References that lead to references are followed so many times.
    private static let mostReferences = 32

    let document: JSONDocument
    let range: Range<Int>

    /// - Parameter range: of a value; nil for the whole document.
    init(_ document: JSONDocument, _ range: Range<Int>? = nil) {
        (self.document, self.range) = (document, range ?? document.root)
    }

    var scalar: JSONScalar { document.scalar(at: range) }

    var text: String? { if case .string(let text) = scalar { text } else { nil } }

    /// The texts that it is: one, or a list of them.
    var texts: [String] { text.map { [$0] } ?? elements.compactMap(\.text) }

    var number: Double? { document.realNumber(at: range) }

    var isTrue: Bool { scalar == .bool(true) }

    subscript(name: String) -> SchemaNode? {
        document.member(name, of: resolved.range).map { SchemaNode(document, $0) }
    }

    var members: [(String, SchemaNode)] {
        document.members(of: resolved.range).map { ($0.key, SchemaNode(document, $0.value)) }
    }

    var elements: [SchemaNode] {
        document.elements(of: range).map { SchemaNode(document, $0) }
    }

    /// What this refers to; itself where it is no reference, or one that leads nowhere.
    var resolved: SchemaNode {
        var node = self
        for _ in 0..<Self.mostReferences {
            guard let text = document.text("$ref", of: node.range), text.hasPrefix("#/"),
                let target = place(text.dropFirst(2))
            else { return node }
            node = target
        }
        return node
    }

    /// A JSON Pointer without its first slash (RFC 6901).
    private func place(_ pointer: Substring) -> SchemaNode? {
        var range = document.root
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false) {
            let name = part.replacing("~1", with: "/").replacing("~0", with: "~")
            guard let next = document.member(String(name), of: range) else { return nil }
            range = next
        }
        return SchemaNode(document, range)
    }
}
