import FeedModel
import Foundation
import Testing

@testable import FeedShell

@Suite("The monitor of a manifest")
struct MonitorTests {
    private static let url = "\(CronWorld.monitorHost)/ping/s3cret-check"

    private func world() throws -> CronWorld {
        try CronWorld(
            environment: ["CHECK": "s3cret-check"],
            manifest: "[monitor]\nping = \"\(CronWorld.monitorHost)/ping/${CHECK}\"\n")
    }

    @Test("hears that a sync begins, and that it went well")
    func success() async throws {
        let world = try world()
        #expect(try await world.run("sync -q").status == .done)
        #expect(
            world.pings == [
                .init(method: "GET", url: Self.url + "/start", body: ""), .init(method: "GET", url: Self.url, body: ""),
            ])
    }

    @Test("hears what went wrong")
    func failure() async throws {
        let world = try world()
        world.weather = .status(404)
        let result = try await world.run("sync")
        #expect(result.status == .protocolError)
        let last = try #require(world.pings.last)
        #expect(last.method == "POST" && last.url == Self.url + "/fail")
        #expect("feedcache: \(last.body)\n" == result.errors)
        // What --quiet does not say, and what passes by itself.
        world.weather = .offline
        #expect(try await world.run("sync -q").errors == "")
        #expect(world.pings.last?.body.contains("not reachable; is there a network?") == true)
    }

    @Test("hears nothing of a dry run, and nothing from commands that only read")
    func reading() async throws {
        let world = try world()
        for line in ["sync --dry-run", "status", "items photos"] { _ = try await world.run(line) }
        #expect(world.pings == [])
    }

    @Test("makes no sync fail that it does not hear of")
    func deaf() async throws {
        let world = try world()
        world.takesPings = false
        let result = try await world.run("sync -v")
        #expect(result.status == .done)
        #expect(result.errors.contains("the monitor did not take a ping"))
        #expect(world.pings.count == 2)
    }

    @Test("is in no message and no file")
    func secret() async throws {
        let world = try world()
        world.takesPings = false
        var said = ""
        for line in ["sync -v", "sync --json", "status --json", "runs --json", "problems --json"] {
            world.weather = line == "sync --json" ? .status(500) : .well
            let result = try await world.run(line)
            said += result.output + result.errors
        }
        #expect(!said.contains("s3cret") && !said.contains("hc.example.com"))
        let files = try FileManager.default.contentsOfDirectory(atPath: world.fixture.folder.path)
        #expect(files.contains("feed.db"))
        for file in files {
            let data = try Data(contentsOf: world.fixture.folder.appending(path: file))
            #expect(data.firstRange(of: Data("s3cret".utf8)) == nil, "\(file)")
        }
    }

    @Test("needs its variable, and a URL")
    func manifest() async throws {
        let missing = try CronWorld(manifest: "[monitor]\nping = \"https://hc.example.com/${CHECK}\"\n")
        let result = try await missing.run("sync")
        #expect(result.status == .badManifest)
        #expect(result.errors.contains("monitor.ping") && result.errors.contains("CHECK"))
        #expect(try await missing.run("status").status == .done)
        for text in ["ping = \"hc\"", "ping = 3", "pong = \"https://a.example\"", ""] {
            let world = try CronWorld(manifest: "[monitor]\n\(text)\n")
            let result = try await world.run("sync")
            #expect(result.status == .badManifest, "\(text)")
            #expect(result.errors.contains("monitor"), "\(result.errors)")
        }
    }
}
