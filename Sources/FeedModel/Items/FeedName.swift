/// A name or an ID that a manifest or a server has given: equal to the byte, as the database compares.
///
/// `String` equates different spellings of one character ("é" as one scalar or two); to a server they are two IDs. In source
/// code it is written as a string, and is no other kind of name:
///
/// ```swift
/// let photos = try await repository.items(in: "photos")
/// ```
public protocol FeedName: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The name as it was given.
    var text: String { get }

    /// The name of that text. Any text is one.
    init(_ text: String)
}

extension FeedName {
    /// The name that is written in source code.
    public init(stringLiteral text: String) { self.init(text) }

    /// The name as it was given.
    public var description: String { text }

    /// Equality of the UTF-8.
    public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Hashes the UTF-8.
    public func hash(into hasher: inout Hasher) {
        text.withBytes { hasher.combine(bytes: $0) }
    }
}

/// The name of a collection in its manifest.
public struct CollectionName: FeedName {
    /// The name as it was given.
    public let text: String

    /// The name of that text. Any text is one.
    public init(_ text: String) { self.text = text }
}

/// The ID of a section of the screen: the server's, or made from type and title where it gives none.
public struct SectionID: FeedName {
    /// The ID as it was given.
    public let text: String

    /// The ID of that text. Any text is one.
    public init(_ text: String) { self.text = text }
}

/// The ID of an item in its collection, or of an ad.
public struct ItemID: FeedName {
    /// The ID as it was given.
    public let text: String

    /// The ID of that text. Any text is one.
    public init(_ text: String) { self.text = text }
}

/// Any other text that is compared to the byte, such as the name of a field.
package struct ExactText: FeedName {
    package let text: String

    package init(_ text: String) { self.text = text }
}
