import Foundation

/// What the reader keeps of a photo.
public struct Photo: Codable, Hashable, Sendable, Identifiable {
    /// The photo's number.
    public let id: Int
    /// When it was changed last, in seconds since 1970.
    public let updatedAt: Int
    /// Its caption; missing where the server sends none.
    public let title: String?

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
