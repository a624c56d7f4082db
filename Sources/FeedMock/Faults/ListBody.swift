import FeedModel

/// An answer's list, taken apart so that a fault can change it: its items, and the bytes around them.
struct ListBody: Equatable {
    var items: [[UInt8]]
    private let head: [UInt8]
    private var tail: [UInt8]

    /// The items of a bare array of objects, else of the first such array inside, up to six levels deep; so also of an
    /// array of one object with a list and no `id`.
    ///
    /// Nil for other bodies.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(bytes), let range = document.list else { return nil }
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
}

extension JSONDocument {
    private static let depth = 6

    /// The list of a body; nil where it has none.
    fileprivate var list: Range<Int>? {
        let elements = elements(of: root)
        let isWrapped = elements.count == 1 && member("id", of: elements[0]) == nil && inner(elements) != nil
        return isList(root) && !isWrapped ? root : inner([root])
    }

    /// The first array of objects below the values, the outer ones before the inner ones.
    private func inner(_ values: [Range<Int>]) -> Range<Int>? {
        var level = values
        for _ in 0..<Self.depth {
            // Of an array of objects only the first one is looked into.
            level = level.flatMap { members(of: $0).map(\.value) + elements(of: $0).prefix(1) }
            if let list = level.first(where: isList) { return list }
        }
        return nil
    }

    /// Whether it is an array of objects, or of nothing.
    private func isList(_ range: Range<Int>) -> Bool {
        bytes[range.lowerBound] == UInt8(ascii: "[")
            && elements(of: range).first.map { bytes[$0.lowerBound] == UInt8(ascii: "{") } ?? true
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
        (try? JSONDocument(bytes))?.member(name)
    }
}
