import FeedModel
public import Foundation

/// An item as the server sent it.
///
/// ```swift
/// let photo = try item.decode(Photo.self)
/// ```
public struct FeedItem: Identifiable, Hashable, Sendable {
    /// The item's ID, unique in its collection.
    public let id: String
    /// The item's version as text; nil where the server gives none.
    public let version: String?
    /// The item's JSON, to the byte as the server sent it.
    public let payload: Data

    /// Decodes the payload.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: payload)
    }
}

/// An ad that fills a slot.
public struct FeedAd: Identifiable, Hashable, Sendable {
    /// The ad's ID, as the ad server gave it.
    public let id: String
    /// The slot it fills, from 0 at the top of the section.
    public let slot: Int
    /// The ad's JSON, to the byte as the server sent it.
    public let payload: Data

    /// Decodes the payload.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: payload)
    }
}
