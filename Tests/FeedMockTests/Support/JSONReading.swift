import Foundation
import HTTPTypes
import Testing

@testable import FeedMock

/// A list's item as a test reads it back: its fields by name.
typealias Fields = [String: Any]

func object(_ bytes: [UInt8]) throws -> Fields {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? Fields)
}

func objects(_ bytes: [UInt8]) throws -> [Fields] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [Fields])
}

func id(_ item: Fields) -> String {
    (item["id"] as? String) ?? (item["id"] as? Int).map(String.init) ?? "none"
}

func version(_ item: Fields) throws -> Int64 {
    try #require(item["updated_at"] as? Int64)
}

extension MockAPI {
    init(adjusting adjust: (inout MockConfiguration) -> Void = { _ in }) throws {
        var configuration = MockConfiguration()
        adjust(&configuration)
        try self.init(configuration)
    }

    /// The answer to a GET below the gourmet API's base.
    func get(_ path: String, headers: HTTPFields = [:]) -> Answer {
        answer(MockRequest(.get, "\(Self.gourmetPath)/\(path)", headers: headers))
    }

    func post(_ path: String, _ body: String) -> Answer {
        answer(MockRequest(.post, "\(Self.gourmetPath)/\(path)", body: Array(body.utf8)))
    }
}

extension Answer {
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}
