import FeedModel
import FeedSource
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedAssets
@testable import FeedCache

/// A cache that keeps pictures, its server, and the clock of both.
final class AssetBench {
    let server = AssetServer()
    let clock = VirtualClock()
    let cache: FeedEngine
    /// Of the same database, as an app opens it.
    let repository: FeedRepository
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - pictures: the names of those that the items of the list name, one each.
    ///   - source: more lines of the source's table.
    init(_ pictures: [String], source: String = "", ahead: Int = 20) async throws {
        folder = try TemporaryFolder()
        let toml = """
            [source]
            name = "test"
            base_url = "https://api.example.com/v1"
            assets_ahead = \(ahead)
            \(source)
            [source.headers]
            Authorization = "Bearer 1"
            [[collections]]
            name = "list"
            path = "list"
            items = ""
            id = "id"
            paging = { style = "none" }
            assets = ["image.url"]
            """
        let (clock, server) = (clock, server)
        var dependencies = Dependencies(
            environment: [:], now: { clock.now },
            client: { SourceClient(source: $0, transport: server, version: "0", clock: clock, random: { 0 }) })
        dependencies.assets = FeedAssetKeeper()
        cache = try FeedEngine(
            manifest: Manifest(toml: toml, file: "feed.toml"), databasePath: folder.path("feed.db"),
            dependencies: dependencies)
        repository = try await FeedRepository(
            manifest: FeedManifest(toml: toml), databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: FeedRepository.Configuration(
                transport: AppTransport(server: server), clock: AppClock(clock: clock)
            )
            .keepingAssets())
        show(pictures)
    }

    /// Puts items into the list, each with one of these pictures.
    func show(_ pictures: [String]) {
        server.edit { state in
            state.items = pictures.map { (id: $0, url: $0.contains("/") ? $0 : "/img/\($0).png") }
        }
    }

    @discardableResult
    func sync(_ options: SyncOptions = SyncOptions()) async throws -> AssetReport {
        try #require(try await cache.sync(options).assets)
    }

    static func location(_ name: String) -> String { "https://api.example.com/img/\(name).png" }

    /// What was asked for, by name.
    func asked() -> [String] {
        server.asked().map { $0.replacing("https://api.example.com/img/", with: "").replacing(".png", with: "") }
    }

    /// The names in the folder of pictures.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("feed.db-assets"))) ?? []).sorted()
    }

    /// What they take together.
    var bytes: Int {
        files.reduce(0) { sum, name in
            let path = folder.path("feed.db-assets/\(name)")
            return sum + ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
        }
    }

    func record(_ name: String) throws -> AssetRecord? {
        try cache.read { try $0.reader.asset(at: "/img/\(name).png") }
    }

    /// What `check` says.
    func notes() throws -> [String] {
        try cache.database.read { try $0.checkIntegrity() } + cache.database.checkAssets()
    }
}

/// The server as an app's own transport reaches it: whole answers.
private struct AppTransport: FeedTransport {
    let server: AssetServer

    func send(_ request: FeedRequest) async throws -> FeedResponse {
        guard let url = try? SourceURL(request.url.absoluteString) else {
            throw FeedTransportError.connection("no URL")
        }
        do {
            let answer = try await server.send(
                TransportRequest(
                    method: .get, url: url,
                    headers: HeaderFields(request.headers.map { HeaderFields.Field(name: $0.name, value: $0.value) }),
                    timeout: request.timeout, maxBodyBytes: .max))
            return FeedResponse(
                status: answer.status,
                headers: answer.headers.fields.map { FeedRequest.Header(name: $0.name, value: $0.value) },
                body: Data(answer.body))
        } catch {
            throw FeedTransportError.connection("nobody is there")
        }
    }
}

private struct AppClock: FeedClock {
    let clock: VirtualClock

    var now: Date { Date(timeIntervalSince1970: Double(clock.now.seconds)) }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
}
