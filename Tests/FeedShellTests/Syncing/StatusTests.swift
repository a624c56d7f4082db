import FeedMock
import FeedModel
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("The status of a cache")
struct StatusTests {
    private static let promtool = ["/usr/bin/promtool", "/usr/local/bin/promtool", "/opt/homebrew/bin/promtool"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test("is 0 while every collection is fresh, 4 where one is not, with a line that says which, since when and why")
    func maxAge() async throws {
        let world = try CronWorld()
        let never = try await world.run("status -q --max-age 2h")
        #expect(never.status == .stale)
        #expect(
            never.errors == "feedcache: photos: never synced; sync\nfeedcache: articles: never synced; sync\n")
        _ = try await world.run("sync")
        world.clock.step(by: 7_200)
        #expect(try await world.run("status --max-age 2h").status == .done)
        world.weather = .lost(list: "articles")
        _ = try await world.run("sync")
        world.clock.step(by: 1)
        let result = try await world.run("status --max-age 2h -q")
        #expect(result.status == .stale)
        #expect(
            result.errors
                == "feedcache: articles: not synced since 2023-11-14T22:13:20.000Z: the server answered 404 (not found); sync\n"
        )
        let json = try await world.run("status --json --max-age 2h")
        #expect(
            json.status == .stale && json.errors.contains("\"code\":\"stale\"") && json.errors.contains("\"exit\":4"))
        #expect(try await world.run("status --max-age 2").status == .usage)
    }

    @Test("says of which lists nothing shows that they are read whole, until probe does")
    func proof() async throws {
        try await withMockServer { server, baseURL in
            // As long as pages are that servers choose.
            let items = (1...20).map { "{\"id\": \($0)}" }.joined(separator: ",")
            server.answer(.get("list"), with: .json("{\"n\": 20, \"items\": [\(items)]}"))
            let fixture = try ShellFixture(baseURL: baseURL)
            func write(paging: String) throws {
                let text = """
                    [source]
                    name = "t"
                    base_url = "\(baseURL)"
                    [[collections]]
                    name = "list"
                    path = "list"
                    items = "items"
                    id = "id"
                    paging = { style = "offset", size = 50\(paging) }
                    """
                try Data(text.utf8).write(to: fixture.folder.appending(path: "feed.toml"))
            }
            try write(paging: "")
            _ = try await fixture.run("sync")
            let doubt = "nothing shows yet that “list” is read whole"
            #expect(try await fixture.run("status").output.contains(doubt))
            try write(paging: #", total = "n""#)
            #expect(
                try await fixture.run("probe").output.contains("reads the whole list: 20 items, as many as its total"))
            #expect(try await fixture.run("status").output.contains(doubt), "no walk was made by this manifest")
            _ = try await fixture.run("sync --full")
            let status = try await fixture.run("status --json")
            #expect(
                status.output.contains(#""proof":"20 items, as many as its total","proved_at":""#), "\(status.output)")
            #expect(try await !fixture.run("status").output.contains(doubt))
        }
    }

    @Test("a cache that cannot be read is no failure of probe")
    func proofWithoutCache() async throws {
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            try Data("no database".utf8).write(to: fixture.folder.appending(path: "feed.db"))
            let result = try await fixture.run("probe photos -v")
            #expect(result.status == .done && result.output.contains("reads the whole list"), "\(result.errors)")
            #expect(result.errors.contains("“status” will not say what was proved"))
        }
    }

    private func metrics(_ text: String) -> [String: String] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            lines.map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), String(parts[1]))
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test("escapes the quotes of a label, also where an accent is after one")
    func labels() {
        let escaped = StatusMetrics.escaped("a\"\u{301}b\u{600}\"\\c\n")
        #expect(escaped.unicodeScalars.elementsEqual("a\\\"\u{301}b\u{600}\\\"\\\\c\\n".unicodeScalars))
    }

    @Test("is metrics for Prometheus")
    func prometheus() async throws {
        let world = try CronWorld()
        let before = metrics(try await world.run("status --format prometheus").output)
        let photos = #"{source="cron",collection="photos"}"#
        #expect(before["feedcache_next_attempt_timestamp_seconds" + photos] == "0")
        #expect(before["feedcache_last_success_timestamp_seconds" + photos] == "0")
        _ = try await world.run("sync")
        _ = try await world.run("tap photos 0")
        world.clock.step(by: 60)
        world.weather = .lost(list: "photos")
        for _ in 0..<3 { _ = try await world.run("sync") }
        world.clock.step(by: 30)
        let result = try await world.run("status --format prometheus")
        #expect(result.status == .done && result.errors == "")
        let after = metrics(result.output)
        #expect(after["feedcache_unmet_items" + photos] == "0")
        #expect(after["feedcache_last_run_rejected_items" + photos] == "0")
        #expect(after[#"feedcache_last_run_outcome{source="cron",outcome="partial"}"#] == "1")
        #expect(after[#"feedcache_last_run_outcome{source="cron",outcome="complete"}"#] == "0")
        #expect(after["feedcache_last_success_timestamp_seconds" + photos] == "1700000000")
        #expect(after["feedcache_items" + photos] == "3")
        #expect(after["feedcache_consecutive_failures" + photos] == "3")
        #expect(after[#"feedcache_consecutive_failures{source="cron",collection="articles"}"#] == "0")
        let source = #"{source="cron"}"#
        #expect(after["feedcache_last_run_duration_seconds" + source] == "0")
        let runs = try await world.run("runs --limit 1 --format csv").output.split(whereSeparator: \.isNewline)
        let requests = try #require(runs.last?.split(separator: ",")[5])
        #expect(after["feedcache_last_run_requests" + source] == "\(requests)")
        #expect(Int(after["feedcache_last_run_received_bytes" + source] ?? "") ?? 0 > 0)
        #expect(after["feedcache_problems" + source] != nil && after["feedcache_waiting_events" + source] != nil)
        #expect(Int(after["feedcache_database_size_bytes" + source] ?? "") ?? 0 > 4_096)
        // One that never fails counts nothing.
        #expect(try await world.run("items photos --format prometheus").status == .usage)
    }

    @Test(
        "is metrics that promtool has nothing to say against",
        .enabled(if: promtool != nil, "promtool is not installed"))
    func lint() async throws {
        let world = try CronWorld()
        let name = "a \\ \"quote\""
        try world.fixture.editManifest(replacing: "name = \"articles\"", with: "name = '\(name)'")
        for line in ["status", "sync"] {
            _ = try await world.run(line)
            let text = try await world.run("status --format prometheus").output
            #expect(text.contains(#"collection="a \\ \"quote\"""#))
            let process = Process()
            process.executableURL = URL(filePath: try #require(Self.promtool))
            process.arguments = ["check", "metrics"]
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try input.fileHandleForWriting.close()
            let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0 && said == "", "\(said)")
        }
    }

    @Test("counts what consumers have not taken")
    func consumers() async throws {
        let world = try CronWorld()
        _ = try await world.run("sync --on-change true")
        let lag = #"feedcache_consumer_lag_changes{source="cron",consumer="true"}"#
        #expect(metrics(try await world.run("status --format prometheus").output)[lag] == "0")
        _ = try await world.run("tap photos 0")
        #expect(metrics(try await world.run("status --format prometheus").output)[lag] == "1")
    }

    @Test("is written whole or not at all where it goes to a file")
    func redirected() async throws {
        let world = try CronWorld()
        _ = try await world.run("sync")
        let target = world.fixture.folder.appending(path: "target.prom")
        let written = try await world.run("status --format prometheus --output \(target.path)")
        #expect(written.status == .done && written.output == "")
        #expect(try String(contentsOf: target, encoding: .utf8).hasPrefix("# HELP feedcache_"))
        let refused = try await world.run("status --format prometheus --output \(target.path)/x")
        #expect(refused.status == .cannotCreate && refused.errors.split(separator: "\n").count == 1)
        #expect(try await world.run("status --output \(target.path)").status == .usage)
        let text = try String(contentsOf: target, encoding: .utf8)
        let failed = try await world.run("status --format prometheus --db . --output \(target.path)")
        #expect(failed.status != .done)
        #expect(try String(contentsOf: target, encoding: .utf8) == text)
        let files = try FileManager.default.contentsOfDirectory(atPath: world.fixture.folder.path)
        #expect(!files.contains { $0.hasSuffix(".part") })
    }
}
