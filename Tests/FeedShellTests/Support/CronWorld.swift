import FeedCache
import FeedModel
import FeedSource
import Foundation
import Synchronization

@testable import FeedShell

/// A source of two lists over a scripted server and a clock that is moved: what a cron job meets in a week.
final class CronWorld {
    /// How the server is.
    enum Weather: Equatable, Sendable {
        case well
        case offline
        case status(Int, retryAfter: String? = nil)
        /// Of one list only.
        case lost(list: String)
    }

    /// A request to the monitor.
    struct Ping: Equatable {
        let method: String
        let url: String
        let body: String
    }

    /// A clock that stays until it is moved; waiting takes no time but moves it.
    final class Clock: RequestClock {
        private let state = Mutex(Instant(seconds: 1_700_000_000))
        var now: Instant { state.withLock(\.self) }

        func step(by seconds: Int64) {
            state.withLock { $0 = $0.advanced(bySeconds: seconds) }
        }

        func sleep(for duration: Duration) async throws {
            try Task.checkCancellation()
            step(by: duration.components.seconds)
        }
    }

    private final class Server: Transport {
        struct State {
            var weather = Weather.well
            var version = 1
            var pings: [Ping] = []
            var takesPings = true
        }

        let state = Mutex(State())

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            try Task.checkCancellation()
            let url = request.url.description
            if url.hasPrefix(CronWorld.monitorHost) {
                let body = String(decoding: request.body ?? [], as: UTF8.self)
                return try state.withLock { state in
                    state.pings.append(Ping(method: request.method.rawValue, url: url, body: body))
                    guard state.takesPings else {
                        throw SourceError(.connection("no route"), url: request.url)
                    }
                    return TransportResponse(status: 200)
                }
            }
            let state = state.withLock(\.self)
            switch state.weather {
            case .offline:
                throw SourceError(.connection("not reachable", advice: "is there a network?"), url: request.url)
            case .status(let status, let wait):
                return TransportResponse(status: status, headers: wait.map { ["Retry-After": $0] } ?? [:])
            case .lost(let list) where url.contains(list): return TransportResponse(status: 404)
            case .lost where url.hasSuffix("/sections"), .well where url.hasSuffix("/sections"):
                let section = #"{"id":"top","sectionType":"ranking","sectionTitle":"Top","collection":"photos"}"#
                return TransportResponse(status: 200, body: Array(#"{"sections":[\#(section)]}"#.utf8))
            case .lost, .well:
                let items = (1...3).map { #"{"id":\#($0),"v":\#(state.version)}"# }.joined(separator: ",")
                return TransportResponse(status: 200, body: Array(#"{"items":[\#(items)],"total":3}"#.utf8))
            }
        }
    }

    static let monitorHost = "https://hc.example.com"

    let clock = Clock()
    let fixture: ShellFixture
    private let server = Server()

    /// - Parameter more: what is added to the manifest.
    init(environment: [String: String] = [:], manifest more: String = "") throws {
        fixture = try ShellFixture(environment: environment, clock: clock, transport: server)
        let lists = ["photos", "articles"].map { name in
            """
            [[collections]]
            name = "\(name)"
            path = "\(name)"
            items = "items"
            id = "id"
            version = "v"
            paging = { style = "page", total = "total" }
            """
        }
        let source = """
            [source]
            name = "cron"
            base_url = "https://api.example.com/v1"
            retry = { attempts = 1 }
            """
        try ([source, more] + lists).joined(separator: "\n\n")
            .write(to: fixture.folder.appending(path: "feed.toml"), atomically: true, encoding: .utf8)
    }

    var weather: Weather {
        get { server.state.withLock(\.weather) }
        set { server.state.withLock { $0.weather = newValue } }
    }

    var pings: [Ping] { server.state.withLock(\.pings) }

    var takesPings: Bool {
        get { server.state.withLock(\.takesPings) }
        set { server.state.withLock { $0.takesPings = newValue } }
    }

    /// The server has other content from now on.
    func change() {
        server.state.withLock { $0.version += 1 }
    }

    var databasePath: String { fixture.folder.appending(path: "feed.db").path }

    func run(_ line: String) async throws -> ShellFixture.Result { try await fixture.run(line) }
}
