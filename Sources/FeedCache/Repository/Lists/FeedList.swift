import FeedModel
import Foundation

/// A collection whose items an app reads as values of its own type.
///
/// ```swift
/// let photos = repository.list(Photo.self, in: "photos")
/// let first = try await photos.items(at: 0..<20).values
/// ```
///
/// Reading is that of `FeedRepository.items(in:where:order:at:)`. One item that cannot be decoded does not take the others
/// away: it is left out of `Items.values`, and `Items.failures` says which one it is and why.
public struct FeedList<Value: Decodable & Sendable>: Sendable {
    /// The items that were asked for.
    public struct Items: Sendable {
        /// Those that could be decoded, in their order.
        public let values: [Value]
        /// An error for each of the others, in their order: the code is `malformed`, the message names item and collection,
        /// and `cause` is what the decoder threw.
        public let failures: [FeedError]

        /// Items, as for a test.
        public init(values: [Value], failures: [FeedError] = []) { (self.values, self.failures) = (values, failures) }
    }

    /// Its name in the manifest.
    public let collection: CollectionName
    private let repository: FeedRepository
    private let decoder: JSONDecoder

    init(_ collection: CollectionName, of repository: FeedRepository, decoder: JSONDecoder) {
        (self.collection, self.repository, self.decoder) = (collection, repository, decoder)
    }

    /// Items of the collection.
    ///
    /// - Parameters:
    ///   - condition: only those that it holds for; nil: all.
    ///   - order: what they are sorted by, separated by commas; nil: the server's order.
    ///   - range: which of these, by place; what is past the end is left out.
    /// - Throws: as `FeedRepository.items(in:where:order:at:)`.
    public func items(
        where condition: String? = nil, order: String? = nil, at range: Range<Int> = 0..<Int.max
    ) async throws -> Items {
        decoded(try await repository.items(in: collection, where: condition, order: order, at: range))
    }

    /// The item of that ID; nil where there is none.
    ///
    /// - Throws: `FeedError`, with the code `malformed` where the item cannot be decoded.
    public func item(_ id: ItemID) async throws -> Value? {
        try await repository.item(id, in: collection).map { try value(of: $0) }
    }

    /// How many items there are, also those that cannot be decoded.
    ///
    /// - Throws: `FeedError`.
    public func count() async throws -> Int { try await repository.itemCount(in: collection) }

    /// The items of a range as they change, made by whatever process: those there are at once, then each time that one of
    /// them differs.
    ///
    /// - Parameter range: which items, by place in the server's order.
    public func changes(at range: Range<Int> = 0..<Int.max) -> some AsyncSequence<Items, any Error> & Sendable {
        let (range, collection) = (range.clamped(to: 0..<Int.max), collection)
        let items = FeedValues<[FeedItem]>(cache: repository.engine) { cache in
            try cache.read { try $0.list(collection.text).window(offset: range.lowerBound, limit: range.count) }
        }
        return items.map { decoded($0) }
    }

    private func decoded(_ items: [FeedItem]) -> Items {
        var (values, failures) = ([Value](), [FeedError]())
        for item in items {
            do { values.append(try value(of: item)) } catch { failures.append(error) }
        }
        return Items(values: values, failures: failures)
    }

    private func value(of item: FeedItem) throws(FeedError) -> Value {
        do {
            return try item.decode(Value.self, with: decoder)
        } catch {
            throw FeedError(
                code: .malformed,
                message: "the item “\(item.id)” of “\(collection)” is no \(Value.self): \(Self.reason(error))",
                cause: error)
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(type(of: error))" }
        let (context, what): (DecodingError.Context, String) =
            switch error {
            case .keyNotFound(let key, let context): (context, "“\(key.stringValue)” is missing")
            case .valueNotFound(_, let context): (context, "a value is null")
            case .typeMismatch(let type, let context): (context, "a value is no \(type)")
            case .dataCorrupted(let context): (context, "a value cannot be read")
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "it cannot be decoded")
            }
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return path.isEmpty ? what : "\(what), at “\(path)”"
    }
}
