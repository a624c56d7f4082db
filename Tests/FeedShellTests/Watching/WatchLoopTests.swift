import FeedMock
import FeedModel
import FeedSource
import FeedStore
import Foundation
import Synchronization
import TerminalKit
import Testing

@testable import FeedCache
@testable import FeedShell

@Suite("The rounds of watch", .timeLimit(.minutes(10)))
struct WatchLoopTests {
    private typealias Status = FeedModel.ExitStatus

    /// What happens while it waits for a round, wait by wait; after that it is stopped. Keeps how long it was to wait.
    private final class Script: RequestClock {
        private let state: Mutex<(steps: [@Sendable () async throws -> Void], waits: [Duration])>
        private let tick: (@Sendable () async throws -> Void)?

        /// - Parameter tick: what happens in each wait for another sync; nil: the next step.
        init(_ steps: [@Sendable () async throws -> Void], tick: (@Sendable () async throws -> Void)? = nil) {
            state = Mutex((steps, []))
            self.tick = tick
        }

        var waits: [Duration] { state.withLock(\.waits) }

        var now: Instant { Instant(seconds: 1_700_000_000) }

        func sleep(for duration: Duration) async throws {
            if let tick, duration < .seconds(1) { return try await tick() }
            let step = state.withLock { state in
                state.waits.append(duration)
                return state.steps.isEmpty ? nil : state.steps.removeFirst()
            }
            guard let step else { throw CancellationError() }
            try await step()
        }
    }

    private struct Bench {
        let server: MockServer
        let fixture: ShellFixture
        let cache: FeedEngine

        func loop(
            _ script: Script, interval: Duration = .seconds(1), rounds: Int? = nil, json: Bool = false
        ) throws
            -> WatchLoop
        {
            let options = try SharedOptions.parse(json ? ["--json"] : [])
            return WatchLoop(
                cache: cache, shell: fixture.shell, options: options, interval: interval, rounds: rounds,
                screen: WatchScreen(options: options, limit: 3), clock: script, chance: { 0.5 })
        }
    }

    /// - Parameter pause: how long the answers wait that a fault stalls.
    private func withBench(
        pause: (@Sendable (Duration) async -> Void)? = nil, _ body: (Bench) async throws -> Void
    ) async throws {
        var configuration = MockConfiguration()
        if let pause { configuration.pause = pause }
        configuration.sizes = ListSizes(all: 8)
        try await withMockServer(configuration) { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            try await body(
                Bench(server: server, fixture: fixture, cache: try fixture.shell.cache(SharedOptions.parse([]))))
        }
    }

    @Test("show what each one brought, with its time, and nothing where nothing changed")
    func shows() async throws {
        try await withBench { bench in
            _ = try await bench.cache.sync()
            let server = bench.server
            let script = Script([{}, { server.clock.advance(by: 6) }, {}])
            await #expect(throws: CancellationError.self) { _ = try await bench.loop(script).run() }
            let lines = try bench.fixture.output.split(separator: "\n")
            #expect(lines.first?.hasPrefix("time") == true)
            #expect(lines.count > 1)
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("2023-11-14T22:13:20.000Z") || $0.hasPrefix("… ") })
            #expect(try bench.fixture.errors == "")
        }
    }

    @Test("end after as many as were asked for, with the last one's exit code")
    func counted() async throws {
        try await withBench { bench in
            let script = Script([{}, {}])
            #expect(try await bench.loop(script, rounds: 2).run() == .done)
            #expect(script.waits == [.seconds(1)])
            bench.server.faults.add(try FaultRule(parsing: "photos:404*all"))
            #expect(try await bench.loop(script, rounds: 1).run() == .partlyDone)
            let lines = try bench.fixture.output.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("… ") && $0.hasSuffix(" more") }, "of the first sync, three lines")
        }
    }

    @Test("are objects of the same members with --json, a line each")
    func json() async throws {
        try await withBench { bench in
            let server = bench.server
            let script = Script([{ server.clock.advance(by: 6) }])
            _ = try await bench.loop(script, rounds: 2, json: true).run()
            let lines = try bench.fixture.output.split(separator: "\n")
            #expect(lines.count > 5)
            var kinds: Set<String> = []
            for line in lines {
                let object = try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                #expect(
                    Set(object.keys) == [
                        "time", "run", "kind", "what", "section", "id", "row", "from", "fields", "payload",
                    ])
                #expect(object["time"] as? String == "2023-11-14T22:13:20.000Z")
                kinds.insert("\(object["kind"] ?? "") \(object["what"] ?? "")")
            }
            #expect(kinds.isSuperset(of: ["insert section", "delete section", "insert content"]), "\(kinds)")
        }
    }

    @Test("say which fields changed, though payloads are not held")
    func fields() async throws {
        try await withBench { bench in
            _ = try await bench.cache.sync()
            let server = bench.server
            let script = Script(Array(repeating: { server.clock.advance(by: 6) }, count: 20))
            _ = try await bench.loop(script, rounds: 20, json: true).run()
            let changes = try bench.fixture.output.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            let updates = changes.filter { $0["kind"] as? String == "update" && $0["what"] as? String == "content" }
            #expect(!updates.isEmpty)
            #expect(updates.allSatisfy { ($0["fields"] as? [String])?.isEmpty == false })
        }
    }

    @Test("go on without a server, and say so once; and once when it is back")
    func offline() async throws {
        try await withBench { bench in
            let server = bench.server
            server.faults.add(try FaultRule(parsing: "*:reset*all"))
            let script = Script([{}, {}, { server.faults.clear() }, {}])
            #expect(try await bench.loop(script, rounds: 5).run() == .done)
            #expect(script.waits == [.seconds(2), .seconds(4), .seconds(8), .seconds(1)])
            let lines = try bench.fixture.errors.split(separator: "\n")
            #expect(lines.count == 2, "\(lines)")
            #expect(lines.first?.hasPrefix("feedcache: offline, trying again: ") == true)
            #expect(lines.last == "feedcache: back online")
        }
    }

    @Test("show between them what other processes wrote, but not while those are at it")
    func others() async throws {
        let gate = Waiters(false)
        try await withBench(pause: { _ in _ = await gate.wait { $0 } }) { bench in
            let (server, cache, output) = (bench.server, bench.cache, bench.fixture.outputPath)
            let other = try FeedEngine(
                manifest: cache.manifest, databasePath: cache.databasePath,
                dependencies: .live([:], source: cache.manifest.source))
            _ = try await cache.sync()
            @Sendable func sections() throws -> [FeedSection] { try cache.read { try $0.feed().sections } }
            @Sendable func lines() throws -> Int {
                try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").count
            }
            let before = try sections()
            let seen = Mutex<[Int]>([])
            let script = Script([
                {
                    server.clock.advance(by: 6)
                    server.faults.add(FaultRule("photos", .stall(seconds: 1), times: 1))
                    _ = try await other.sync()
                    // The wait for the next round is long: the loop is told.
                    while try lines() == 0 { try await Task.sleep(for: .milliseconds(5)) }
                }
            ]) {
                // The other sync is in its middle: other lists than photos are new.
                while try sections() == before { try await Task.sleep(for: .milliseconds(5)) }
                let lines = try lines()
                let looks = seen.withLock { seen in
                    seen.append(lines)
                    return seen.count
                }
                if looks > 1 { gate.change { $0 = true } }
            }
            await #expect(throws: CancellationError.self) {
                _ = try await bench.loop(script, interval: .seconds(3_600)).run()
            }
            let counts = seen.withLock(\.self)
            #expect(counts.count > 1 && counts.allSatisfy { $0 == 0 }, "\(counts)")
            #expect(try lines() > 1)
            #expect(try cache.read { try $0.reader.runs(limit: 9) }.count == 4)
        }
    }

    @Test("wait for a sync of another process, show what it wrote, and go on")
    func busy() async throws {
        try await withBench { bench in
            try Data().write(to: URL(filePath: bench.cache.databasePath))
            let lock = Mutex<SyncLock?>(try SyncLock(databasePath: bench.cache.databasePath))
            let script = Script([{}, {}, { lock.withLock { $0 = nil } }])
            let status = try await bench.loop(script, rounds: 1).run()
            let runs = try bench.cache.read { try $0.reader.runs(limit: 9) }
            #expect((status, script.waits.count, runs.count) == (.done, 3, 1))
        }
    }

    @Test("end where the database is gone")
    func deleted() async throws {
        try await withBench { bench in
            let path = bench.cache.databasePath
            let script = Script([{ try FileManager.default.removeItem(atPath: path) }])
            await #expect(throws: StoreError.self) { _ = try await bench.loop(script).run() }
        }
    }

    @Test("end when the reader has gone, also when nothing changes")
    func abandoned() async throws {
        try await withBench { bench in
            _ = try await bench.cache.sync()
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            close(ends[0])
            defer { close(ends[1]) }
            let options = try SharedOptions.parse([])
            let script = Script([{ try await Task.sleep(for: .seconds(86_400)) }])
            let loop = WatchLoop(
                cache: bench.cache, shell: Shell(commands: .all, environment: [:], output: Output(descriptor: ends[1])),
                options: options, interval: .seconds(1), rounds: nil, screen: WatchScreen(options: options, limit: 9),
                clock: script)
            #expect(try await loop.run() == .done)
            #expect(script.waits.count == 1)
        }
    }

    @Test("are not begun with an interval or a number that makes no sense")
    func usage() async throws {
        let fixture = try ShellFixture()
        for arguments in ["--every 0", "--every 8d", "--every soon", "--count 0", "--limit 0"] {
            let result = try await fixture.run("watch \(arguments)")
            #expect(result.status == Status.usage, "\(arguments)")
            #expect(result.errors.contains("--"), "\(result.errors)")
        }
    }

    @Test("are not begun with a manifest that is wrong")
    func badManifest() async throws {
        let fixture = try ShellFixture()
        try fixture.editManifest(
            replacing: "[sections]", with: "[source.headers]\nAuthorization = \"Bearer ${FEED_TOKEN}\"\n\n[sections]")
        #expect(try await fixture.run("watch").status == Status.badManifest)
    }
}
