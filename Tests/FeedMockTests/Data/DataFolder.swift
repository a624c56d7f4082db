import Foundation
import HTTPTypes

@testable import FeedMock

/// A folder for a test's data, gone with it.
final class DataFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("feedmock-\(UUID().uuidString)")

    init(_ files: [String: String]) throws {
        for (name, text) in files { try write(name, text) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ name: String, _ text: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    /// An API of the data at `name`.
    func api(_ name: String, perPage: Int = 2, _ adjust: (inout MockData) -> Void = { _ in }) throws -> MockAPI {
        var data = MockData(path: path(name))
        adjust(&data)
        return try MockAPI {
            $0.content = .data(data)
            $0.perPage = perPage
        }
    }
}

extension MockAPI {
    /// The answer to a request for own data.
    func ask(_ method: HTTPRequest.Method, _ target: String, _ body: String = "") -> Answer {
        answer(MockRequest(method, target, body: Array(body.utf8)))
    }
}
