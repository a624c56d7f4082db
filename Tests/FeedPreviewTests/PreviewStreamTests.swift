import FeedCache
import FeedMock
import FeedModel
import FeedSource
import FeedStore
import Foundation
import HTTPTypes
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import FeedPreview
@testable import LocalServer

@Suite("The stream of a page", .timeLimit(.minutes(10)))
struct PreviewStreamTests {
    @Test("begins with state, feed and run, and tells each change as it happens")
    func live() async throws {
        try await PreviewBench.run { bench in
            var model: PageModel?
            var names: [String] = []
            var wholeScreens = 0
            try await bench.client.events(bench.path + "events?widths=390,834", headers: bench.headers) { event in
                names.append(event.name)
                let data = Data(event.data.utf8)
                switch event.name {
                case "feed": model = try PageModel(feed: data)
                case "change":
                    try model?.apply(data)
                    let present = try await bench.get("feed?widths=390,834")
                    let whole = try PageModel(feed: Data(present.body))
                    // A sync that was seen between two pages is followed by one more change.
                    guard model == whole else { return false }
                    wholeScreens += 1
                    if wholeScreens == 3 { return true }
                    try await change(bench)
                case "run" where !names.contains("change"): try await change(bench)
                default: break
                }
                return false
            }
            #expect(names.prefix(3) == ["state", "feed", "run"])
            #expect(wholeScreens == 3)
        }
    }

    @Test("the page of an item says what was noted of it")
    func noted() async throws {
        try await PreviewBench.run { bench in
            bench.server.faults.add(FaultRule("photos", .feed(.olderVersion)))
            _ = try await bench.cache.sync(SyncOptions(isFull: true, ignoresWaits: true))
            let problem = try #require(
                try bench.cache.read { try $0.reader.problems(collection: "photos", limit: 100) }
                    .first { !$0.problem.key.isEmpty }?.problem)
            let page = try await bench.get("item?in=photos&id=\(problem.key)").text
            #expect(page.contains("<dt>Noted</dt>") && page.contains(problem.message.prefix(20)), "\(page)")
            let other = try await bench.get("item?in=articles&id=1").text
            #expect(!other.contains("Noted"))
            #expect(other.contains("<dt>Met</dt>") && other.contains(", on page 1 of run "), "\(other)")
        }
    }

    @Test("a run is called what it is of, where that is known")
    func names() async throws {
        let (folder, manifest) = (try TemporaryFolder(), try Manifest.gourmet())
        let engine = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"),
            dependencies: .live([:], source: manifest.source, transport: NoNetwork()))
        for _ in 1...2 { _ = try await engine.sync(SyncOptions(ignoresWaits: true)) }
        let source = PreviewSource(engine: engine, showsImages: false, runNames: [2: "GET photos 200"])
        let runs = String(decoding: try await source.runs().bytes, as: UTF8.self)
        #expect(runs.contains("run 2 · GET photos 200 · without ads") && !runs.contains("run 1 · GET"), "\(runs)")
        let changes = String(decoding: try await source.changes(of: .run(2)).bytes, as: UTF8.self)
        #expect(changes.contains("Run 2: 0 new, 0 changed, 0 removed · GET photos 200"), "\(changes)")
    }

    /// The world moves on until a sync brings something.
    private func change(_ bench: PreviewBench) async throws {
        let before = try bench.cache.read { try $0.feed() }
        repeat {
            bench.server.clock.advance()
            _ = try await bench.cache.sync(SyncOptions(allowsShrink: true))
        } while try bench.cache.read({ try $0.feed() }) == before
    }

    @Test("goes on with one change where it was lost, and begins anew with another view or an unknown ID")
    func resumed() async throws {
        try await PreviewBench.run { bench in
            func events(
                _ target: String, after id: String?, until name: String
            ) async throws -> [PreviewEvent] {
                var events: [PreviewEvent] = []
                let headers = bench.headers + (id.map { ["Last-Event-ID: \($0)"] } ?? [])
                try await bench.client.events(bench.path + target, headers: headers) { event in
                    events.append(event)
                    return event.name == name
                }
                return events
            }
            let first = try await events("events", after: nil, until: "run")
            for _ in 0..<2 { try await change(bench) }
            let second = try await events("events", after: first.last?.id, until: "change")
            #expect(!second.map(\.name).contains("feed"))
            var model = try PageModel(feed: Data(try #require(first.first { $0.name == "feed" }).data.utf8))
            try model.apply(Data(try #require(second.last).data.utf8))
            let whole = try PageModel(feed: Data(try await bench.get("feed").body))
            #expect(model == whole)
            let others = [
                try await events("events?widths=500", after: second.last?.id, until: "feed"),
                try await events("events", after: "x-1-1", until: "feed"),
                try await events("events", after: first.first?.id, until: "feed"),
            ]
            for other in others { #expect(other.map(\.name) == ["state", "feed"]) }
        }
    }

    @Test("is one of four; a fifth is refused, and one that ended makes room")
    func limit() throws {
        let now = Mutex(ContinuousClock.now)
        let table = StreamTable { now.withLock(\.self) }
        let view = try PreviewView(PreviewQuery(""))
        let open = (0..<4).compactMap { _ in table.open(resuming: nil, view: view) }
        #expect(open.count == 4 && table.open(resuming: nil, view: view) == nil)
        var last = open[3].start
        last.sent = 7
        let id = last.id(boot: table.boot)
        open[3].giveBack(last, isLost: true)
        let resumed = try #require(table.open(resuming: id, view: view))
        #expect(resumed.start.stream == last.stream)
        #expect(table.open(resuming: nil, view: view) == nil)
        resumed.giveBack(last, isLost: true)
        now.withLock { $0 += .seconds(31) }
        let other = try #require(table.open(resuming: id, view: view))
        #expect(other.start.stream != last.stream)
        open[0].giveBack(open[0].start, isLost: false)
        table.end()
        #expect(table.open(resuming: nil, view: view) == nil)
    }

    @Test("gives its place back where its reader left before it began, once")
    func neverBegun() throws {
        let table = StreamTable()
        let view = try PreviewView(PreviewQuery(""))
        var id: String?
        for _ in 0..<9 {
            let place = try #require(table.open(resuming: id, view: view))
            #expect(place.start.stream == 1)
            id = place.start.id(boot: table.boot)
        }
        for _ in 0..<9 {
            let place = try #require(table.open(resuming: nil, view: view))
            place.giveBack(place.start, isLost: false)
        }
        let open = (0..<5).compactMap { _ in table.open(resuming: nil, view: view) }
        #expect(open.count == StreamTable.most)
    }

    @Test("gives its place back where its answer is never sent")
    func neverSent() async throws {
        try await PreviewBench.run { bench in
            let responder = PreviewResponder(
                bench.cache, gate: PreviewGate(path: "p", token: "t", cookie: "c"),
                configuration: FeedPreview.Configuration(), pause: { _ in })
            let connection = LocalConnection(channel: NIOAsyncTestingChannel(), client: ClientWatch())
            let request = LocalRequest(
                method: .get, target: "/p/events", authority: "127.0.0.1:0", headers: [.cookie: "preview=c"], body: [],
                arrived: .now)
            for _ in 0...StreamTable.most {
                let answer = try await responder.respond(to: request, on: connection)
                #expect(answer.status == .ok)
            }
        }
    }

    @Test("the fifth gets 503 and why")
    func fifth() async throws {
        try await PreviewBench.run { bench in
            func open(_ count: Int) async throws {
                guard count > 0 else {
                    let answer = try await bench.get("events")
                    #expect(answer.status == 503 && answer.text.contains("4 streams"))
                    return
                }
                try await bench.client.events(bench.path + "events", headers: bench.headers) { _ in
                    try await open(count - 1)
                    return true
                }
            }
            try await open(StreamTable.most)
        }
    }

    @Test("says what to do where there is no database, and shows the feed once there is one")
    func missing() async throws {
        try await PreviewBench.run(isSynced: false) { bench in
            var events: [PreviewEvent] = []
            #expect(!FileManager.default.fileExists(atPath: bench.cache.databasePath))
            try await bench.client.events(bench.path + "events", headers: bench.headers) { event in
                events.append(event)
                if event.name == "feed", events.count == 2 {
                    #expect(events[0].data.contains("run “feedcache sync”"))
                    #expect(!FileManager.default.fileExists(atPath: bench.cache.databasePath))
                    _ = try await bench.cache.sync()
                }
                return event.name == "run"
            }
            #expect(events.dropFirst(2).contains { $0.name == "change" || $0.name == "feed" })
        }
    }

    @Test("ends with an event that says so when the preview stops, and at once")
    func ended() async throws {
        let folder = try TemporaryFolder()
        let manifest = try Manifest.gourmet()
        let engine = try FeedEngine(
            manifest: manifest, databasePath: folder.path("feed.db"),
            dependencies: .live([:], source: manifest.source), isReadOnly: true)
        let preview = FeedPreview(engine)
        let link = try await preview.start()
        let client = PreviewClient(port: try #require(link.port))
        let first = try await client.send("\(link.path)/?\(link.query ?? "")")
        let cookie = try #require(first.headers["set-cookie"]?.split(separator: ";").first)
        var last = ""
        try await client.events("\(link.path)/events", headers: ["Cookie: \(cookie)"]) { event in
            last = event.name
            if event.name == "feed" { Task { await preview.stop() } }
            return false
        }
        #expect(last == "end")
        withExtendedLifetime(folder) {}
    }

    @Test("the slider goes there and back", arguments: [false, true])
    func slider(isStaged: Bool) async throws {
        try await PreviewBench.run { bench in
            for _ in 0..<3 { try await change(bench) }
            let staged = isStaged ? "&staged=1" : ""
            let last = try #require(try bench.cache.read { try $0.lastRun() })
            var model = try PageModel(feed: Data(try await bench.get("feed?run=1").body))
            let start = model
            let way = Array(1...last) + Array((1..<last).reversed())
            for (from, to) in zip(way, way.dropFirst()) {
                try model.apply(Data(try await bench.get("change?from=\(from)&to=\(to)\(staged)").body))
                let whole = try PageModel(feed: Data(try await bench.get("feed?run=\(to)").body))
                #expect(model == whole, "run \(to)")
            }
            #expect(model == start)
        }
    }
}

/// No server is reached.
private struct NoNetwork: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw SourceError(.connection("there is no network"), url: request.url)
    }
}
