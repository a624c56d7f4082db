/// Where in a JSON text a value is: `data.photos`, `0.has_next_page`, `links[rel=next].href`, or the empty path for the
/// whole text.
///
/// Decimal digits index an array, and -1 is its last element; on an object they are a key like any other. See
/// `init(parsing:)` for quotes and brackets.
package struct DottedPath: Hashable, Sendable {
    /// The steps from the outside in.
    package let components: [Component]

    package struct Component: Hashable, Sendable {
        /// The key that it names in an object; empty for a condition.
        package var key: String { name.text }
        private let name: ExactText
        /// The element that it names in an array, -1 for the last: `nil` unless it was written without quotes, as a
        /// decimal number without leading zeros.
        package private(set) var index: Int?
        /// Whether it is `*` without quotes, which is each element where a list is looked for, and a key elsewhere.
        private(set) var isEach = false
        /// What the element of an array has to hold; `nil` for a key or an index.
        package private(set) var condition: Condition?

        /// A step as it is written without quotes.
        init(_ key: String) {
            name = ExactText(key)
            index = Self.index(key)
            isEach = key == "*"
        }

        /// The field of that name, whatever it holds: never an index.
        package init(field key: String) { name = ExactText(key) }

        init(_ condition: Condition) {
            name = ExactText("")
            self.condition = condition
        }

        fileprivate static func index(_ key: String) -> Int? {
            Int(key).flatMap { $0 >= -1 && String($0) == key ? $0 : nil }
        }

        /// Whether one pass over a text can follow it, together with the steps of other paths.
        var isPlain: Bool { condition == nil && index != -1 && (index != nil || Self.index(key) == nil) }
    }

    /// What distinguishes an element of an array: `[rel=next]`.
    package struct Condition: Hashable, Sendable {
        let field: ExactText
        /// The text, the number as it is written, `true`, `false` or `null` that the field has.
        let value: ExactText
    }

    /// Every text is a path: dots separate its components, and the empty text is the empty path. Quotes and brackets are
    /// letters like any other here; `init(parsing:)` reads them.
    package init(_ text: String) {
        components =
            text.isEmpty
            ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map { Component(String($0)) }
    }

    /// The path of these steps, as a part of another path.
    package init(components: some Sequence<Component>) { self.components = Array(components) }

    package func starts(with other: DottedPath) -> Bool { components.starts(with: other.components) }

    /// The path to the lists, the rest of it in each of their elements, and so on; one part where no step is `*`.
    var levels: [DottedPath] {
        components.split(omittingEmptySubsequences: false, whereSeparator: \.isEach).map(DottedPath.init(components:))
    }

    /// The steps that one pass can follow, and those from the first one on that needs a look of its own.
    var parts: (plain: DottedPath, rest: DottedPath) {
        let plain = components.prefix(while: \.isPlain)
        return (DottedPath(components: plain), DottedPath(components: components.dropFirst(plain.count)))
    }
}

extension DottedPath: CustomStringConvertible {
    /// The path as `init(parsing:)` reads it.
    package var description: String {
        var text = ""
        for component in components {
            if !text.isEmpty, component.condition == nil { text += "." }
            text += component.description
        }
        return text
    }
}

extension DottedPath.Component: CustomStringConvertible {
    /// The step as it is written: `photos`, `"@odata.nextLink"`, `[rel=next]`.
    package var description: String {
        if let condition {
            let field = Self.spelled(condition.field.text, without: ".=[]\"")
            return "[\(field)=\(Self.spelled(condition.value.text, without: "[]\""))]"
        }
        if key.utf8.first == UInt8(ascii: "@") || index == nil && (!isPlain || key == "*" && !isEach) {
            return Self.quoted(key)
        }
        return Self.spelled(key, without: ".[]\"")
    }

    private static func spelled(_ text: String, without marks: String) -> String {
        let hasMark = text.unicodeScalars.contains(where: marks.unicodeScalars.contains)
        return text.isEmpty || hasMark ? quoted(text) : text
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\""))\""
    }
}

extension DottedPath.Condition {
    /// The first element of the array at `range` whose field has the value; nil where there is none, or no array.
    func element(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        JSONDocument.elements(of: range, in: bytes).first { isMet(by: $0, in: bytes) }
    }

    private func isMet(by element: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard let place = JSONDocument.member(field.text, of: element, in: bytes) else { return false }
        let found = JSONScalar(bytes: bytes[place])
        let text = found == .null ? "null" : found.plainText
        return text.map(ExactText.init) == value
    }
}
