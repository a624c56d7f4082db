public import Foundation

/// An item as the server sent it.
///
/// ```swift
/// let photo = try item.decode(Photo.self)
/// ```
public struct FeedItem: Identifiable, Hashable, Sendable {
    package let key: String
    /// The version in the server's words; nil where it gives none.
    public let version: String?
    /// Its JSON, to the byte as the server sent it.
    public let payload: String

    /// An item; nothing is checked.
    ///
    /// - Parameters:
    ///   - id: its ID, unique in its collection.
    ///   - version: the version in the server's words; nil for none.
    ///   - payload: its JSON.
    public init(id: ItemID, version: String? = nil, payload: String) {
        (key, self.version, self.payload) = (id.text, version, payload)
    }

    /// The item's ID, unique in its collection.
    public var id: ItemID { ItemID(key) }

    /// Decodes the payload.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(payload.utf8))
    }
}
