import FeedModel

/// An answer's list, taken apart so that a fault can change it: its items, and the bytes around them.
struct ListBody {
    var items: [[UInt8]]
    private let head: [UInt8]
    private var tail: [UInt8]

    /// The items of a bare array, or of the first array of objects in an object; such an object may be in an array.
    ///
    /// Nil for other bodies.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(bytes), let range = Self.list(of: document) else { return nil }
        items = document.elements(of: range).map { Array(bytes[$0]) }
        head = Array(bytes[..<range.lowerBound])
        tail = Array(bytes[range.upperBound...])
    }

    var bytes: [UInt8] {
        head + [UInt8(ascii: "[")] + items.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")] + tail
    }

    /// Says that there is a next page, where the body says so.
    mutating func claimNextPage() {
        tail = Array(
            String(decoding: tail, as: UTF8.self).replacing("\"has_next_page\":false", with: "\"has_next_page\":true")
                .utf8)
    }

    private static func list(of document: JSONDocument) -> Range<Int>? {
        let root = document.root
        guard document.bytes[root.lowerBound] == UInt8(ascii: "[") else { return list(in: root, of: document) }
        let elements = document.elements(of: root)
        guard elements.count == 1, let only = elements.first,
            !document.members(of: only).contains(where: { $0.key == "id" }), let inner = list(in: only, of: document)
        else { return root }
        return inner
    }

    private static func list(in object: Range<Int>, of document: JSONDocument) -> Range<Int>? {
        document.members(of: object).map(\.value).first { value in
            guard document.bytes[value.lowerBound] == UInt8(ascii: "[") else { return false }
            let first = document.elements(of: value).first
            return first.map { document.bytes[$0.lowerBound] == UInt8(ascii: "{") } ?? true
        }
    }
}

/// One object of a list, whose members a fault changes.
struct ListItem {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A member's value as JSON; nil where there is none.
    subscript(name: String) -> String? {
        range(of: name).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The same item with another value in a member that it has; without the member, as it is.
    func setting(_ name: String, to json: String) -> ListItem {
        guard let range = range(of: name) else { return self }
        return ListItem(Array(bytes[..<range.lowerBound]) + json.utf8 + bytes[range.upperBound...])
    }

    private func range(of name: String) -> Range<Int>? {
        guard let document = try? JSONDocument(bytes) else { return nil }
        return document.members(of: document.root).last { $0.key == name }?.value
    }
}
