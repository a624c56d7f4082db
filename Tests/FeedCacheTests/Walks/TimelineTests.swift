import FeedModel
import FeedSource
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedCache

/// A public timeline that is far too long to be read: its pages are computed, the newest item first.
private final class Timeline: Transport {
    struct State {
        var newest = 10_000_000
        var deleted: Set<Int> = []
        var requests = 0
        var bytes = 0
        /// Items that come before each request.
        var pace = 0
    }

    static let pageSize = 100
    let state = Mutex(State())

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let page = Int(request.url.query?.split(separator: "=").last ?? "") ?? 1
        let body = state.withLock { state in
            state.newest += state.pace
            state.requests += 1
            let body = Self.page(page, state)
            state.bytes += body.utf8.count
            return body
        }
        return TransportResponse(
            status: 200, headers: HeaderFields([HeaderFields.Field(name: "Content-Type", value: "application/json")]),
            body: Array(body.utf8))
    }

    /// The first numbers of the list, so many.
    static func first(_ count: Int, _ state: State) -> [Int] {
        Array((1...state.newest).reversed().lazy.filter { !state.deleted.contains($0) }.prefix(count))
    }

    private static func page(_ page: Int, _ state: State) -> String {
        let items = first(page * pageSize, state).suffix(pageSize).map {
            #"{"id":\#($0),"text":"\#(String(repeating: "word ", count: 200))"}"#
        }
        return #"{"items":[\#(items.joined(separator: ","))],"total":\#(state.newest - state.deleted.count)}"#
    }
}

@Suite("A timeline of ten million")
struct TimelineTests {
    private static func engine(
        _ timeline: Timeline, in folder: borrowing TemporaryFolder, clock: VirtualClock
    ) throws -> FeedEngine {
        let manifest = try Manifest(
            toml: """
                \(Workbench.source(concurrency: 8))
                [[collections]]
                name = "timeline"
                path = "timeline"
                items = "items"
                id = "id"
                paging = { style = "page", size = 100, total = "total" }
                keep = { newest = 1000 }
                """, file: "feed.toml")
        return try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"),
            dependencies: .live([:], source: manifest.source, transport: timeline, clock: clock))
    }

    @Test("a window of a thousand takes twelve requests and two megabytes a sync at most", arguments: [0, 7])
    func bar(pace: Int) async throws {
        let folder = try TemporaryFolder()
        let timeline = Timeline()
        let clock = VirtualClock()
        let engine = try Self.engine(timeline, in: folder, clock: clock)
        timeline.state.withLock { $0.pace = pace }
        for round in 0..<8 {
            timeline.state.withLock { state in
                (state.requests, state.bytes) = (0, 0)
                if round > 0 {
                    state.deleted.insert(state.newest - 50 * round)
                    state.newest += [3, 250, 1_500][round % 3]
                }
            }
            clock.step(by: 60)
            let report = try #require(try await engine.sync().collections.first)
            #expect(report.failure == nil)
            let (requests, bytes) = timeline.state.withLock { ($0.requests, $0.bytes) }
            #expect(requests <= 12)
            #expect(bytes <= 2_000_000)
        }
        timeline.state.withLock { $0.pace = 0 }
        for _ in 0..<2 { _ = try await engine.sync() }
        let keys = try engine.read { try $0.list("timeline").keys() }
        #expect(keys == timeline.state.withLock { Timeline.first(1_000, $0) }.map(String.init))
    }
}
