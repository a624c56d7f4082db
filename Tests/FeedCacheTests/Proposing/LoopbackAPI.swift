import FeedCache
import FeedModel
import FeedSource
import Foundation
import TestSupport

@testable import FeedCache

/// An API on 127.0.0.1 that answers `GET /path?query`, or `POST /path BODY`, and a cache before it. What it does not know
/// is 404.
final class LoopbackAPI {
    /// An answer to a request's name; nil for 404.
    typealias Answers = @Sendable (_ request: String) -> TableServer.Answer?

    private let server: LoopbackServer
    private let folder: URL
    let clock = VirtualClock()
    var environment: [String: String] = [:]

    init(_ answers: @escaping Answers) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        server = try LoopbackServer { request in
            let words = request.line.split(separator: " ")
            let body = request.text.range(of: "\r\n\r\n").map { request.text[$0.upperBound...] } ?? ""
            let host = request.text.range(of: "(?i)host: *[^\r]*", options: .regularExpression).map {
                request.text[$0].drop { $0 != ":" }.dropFirst().drop { $0 == " " }
            }
            let name = words.prefix(2).joined(separator: " ") + (body.isEmpty ? "" : " \(body)")
            let answer = answers(name) ?? TableServer.Answer(status: 404)
            let origin = "http://\(host ?? "")"
            return [
                .answer(
                    Array(answer.body.replacing("ORIGIN", with: origin).utf8), status: "\(answer.status) X",
                    headers: answer.headers.map { "\($0.key): \($0.value.replacing("ORIGIN", with: origin))" })
            ]
        }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    var origin: String { "http://127.0.0.1:\(server.port)" }

    /// The first lines of the requests so far.
    var asked: [String] { server.requests.map(\.line) }

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
