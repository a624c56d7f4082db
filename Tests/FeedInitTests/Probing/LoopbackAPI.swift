import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Foundation
import TestSupport

@testable import FeedInit

/// A mock on 127.0.0.1 that answers `GET /path?query`, or `POST /path BODY`, and a cache before it. What it does not know
/// is 404.
final class LoopbackAPI {
    /// An answer to a request's name; nil for 404.
    typealias Answers = @Sendable (_ request: String) -> TableAnswer?

    private let mock: MockServer
    private let folder: URL
    let origin: String
    let clock = VirtualClock()
    var environment: [String: String] = [:]

    init(_ answers: @escaping Answers) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        mock = try MockServer()
        mock.answer(.any()) { request in
            let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
            var answer = answers("\(request.method) \(request.target)\(body)") ?? TableAnswer(status: 404)
            let origin = "http://\(request.headers["host"] ?? "")"
            answer.headers = answer.headers.mapValues { $0.replacing("ORIGIN", with: origin) }
            answer.body = answer.body.replacing("ORIGIN", with: origin)
            return MockAnswer(status: answer.status, headers: answer.headers, body: Array(answer.body.utf8))
        }
        origin = try await mock.start().replacing(MockServer.gourmetPath, with: "")
    }

    deinit {
        Task { [mock] in await mock.stop() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The requests so far: `GET /path?query`.
    var asked: [String] { mock.journal.entries.map { "\($0.method) \($0.target)" } }

    func propose(_ path: String, headers: [String] = [], body: String? = nil) async throws -> ManifestProposer.Outcome {
        let first = try ManifestProposer.firstManifest(
            url: origin + path, headers: headers, body: body, file: "feed.toml")
        return try await ManifestProposer(
            url: origin + path, headers: headers, body: body, file: "feed.toml",
            dependencies: .live(environment, source: first.source, clock: clock)
        ).propose()
    }

    /// What a sync with a manifest reads: the keys of the first collection.
    func sync(_ toml: String) async throws -> (report: CollectionReport?, keys: [String]) {
        let manifest = try Manifest(toml: toml, file: "feed.toml")
        let cache = try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "\(UUID().uuidString).db").path,
            dependencies: .live(environment, source: manifest.source, clock: clock))
        let report = try await cache.sync().collections.first
        let name = manifest.collections.first?.name ?? ""
        return (report, try cache.read { try $0.list(name).window(offset: 0, limit: .max).map(\.key) })
    }

    func probe(_ toml: String) async throws -> [CollectionProbe] {
        let manifest = try Manifest(toml: toml, file: "feed.toml")
        return try await ManifestProber(
            manifest: manifest, dependencies: .live(environment, source: manifest.source, clock: clock)
        ).probe()
    }
}
