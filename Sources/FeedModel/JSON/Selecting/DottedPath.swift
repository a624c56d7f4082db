/// Where in a JSON text a value is: `data.photos`, `0.has_next_page`, or the empty path for the whole text.
///
/// A component of decimal digits indexes an array; on an object it is a key like any other. Keys that hold a dot
/// cannot be named.
package struct DottedPath: Hashable, Sendable {
    /// The keys and indexes from the outside in.
    package let components: [Component]

    /// One step into an object or an array.
    package struct Component: Hashable, Sendable {
        /// The step as it is written, and the key it names in an object.
        package let key: String
        /// The element it names in an array: `nil` unless `key` is a decimal number without leading zeros.
        package let index: Int?

        init(_ key: String) {
            self.key = key
            index = Int(key).flatMap { $0 >= 0 && String($0) == key ? $0 : nil }
        }
    }

    /// Every text is a path: dots separate its components, and the empty text is the empty path.
    package init(_ text: String) {
        components =
            text.isEmpty
            ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map { Component(String($0)) }
    }

    /// The path of these steps, as a part of another path.
    package init(components: some Sequence<Component>) {
        self.components = Array(components)
    }

    func starts(with other: DottedPath) -> Bool {
        components.starts(with: other.components)
    }
}

extension DottedPath: CustomStringConvertible {
    /// The path as it was written.
    package var description: String { components.map(\.key).joined(separator: ".") }
}
