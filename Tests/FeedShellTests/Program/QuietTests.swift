import FeedModel
import Foundation
import TerminalKit
import Testing

@testable import FeedCache
@testable import FeedShell

@Suite("With --quiet")
struct QuietTests {
    private typealias Status = FeedModel.ExitStatus

    @Test("nothing is printed while nothing is wrong, but in a format that is asked for")
    func nothing() async throws {
        let world = try CronWorld()
        _ = try await world.run("sync")
        _ = try await world.run("tap photos 0")
        world.change()
        let copy = world.fixture.folder.appending(path: "copy.db").path
        for line in [
            "sync", "refresh photos", "more photos", "sections", "items photos", "show photos 1", "export photos",
            "feed", "scroll photos 1", "ads", "explain photos 0", "tap photos 0", "events", "ctr", "diff",
            "diff --count",
            "watch --count 1", "status", "status --max-age 1h", "runs", "problems", "sql 'select 1'", "check", "prune",
            "probe photos",
            "completions bash", "manual",
        ] {
            let result = try await world.run("\(line) -q")
            #expect((result.status, result.output, result.errors) == (.done, "", ""), "\(line)")
        }
        #expect(try await world.run("backup -q \(copy)").output == "")
        for line in [
            "sync --json", "status --format table", "items photos --format csv", "sql 'select 1' --format ndjson",
        ] {
            let result = try await world.run("\(line) -q")
            #expect(result.status == .done && result.output != "" && result.errors == "", "\(line)")
        }
    }

    @Test("another sync and a missing network are in the exit code only")
    func unsaid() async throws {
        let world = try CronWorld()
        _ = try await world.run("sync")
        world.weather = .offline
        for line in ["sync", "refresh photos", "sync photos"] {
            let result = try await world.run("\(line) -q")
            #expect((result.status, result.output, result.errors) == (.unavailable, "", ""), "\(line)")
            #expect(try await world.run(line).errors != "")
        }
        world.weather = .status(429, retryAfter: "3600")
        _ = try await world.run("sync -q")
        let waiting = try await world.run("sync -q")
        #expect((waiting.status, waiting.errors) == (.comeBackLater, ""))
        let lock = try SyncLock(databasePath: world.databasePath)
        for line in ["sync", "refresh photos", "more photos", "prune"] {
            let result = try await world.run("\(line) -q")
            #expect((result.status, result.output, result.errors) == (.comeBackLater, "", ""), "\(line)")
            #expect(try await world.run(line).errors.contains("another sync"))
        }
        withExtendedLifetime(lock) {}
    }

    @Test("whatever else is wrong still has its line")
    func said() async throws {
        for (weather, status) in [
            (CronWorld.Weather.status(500), Status.unavailable), (.status(404), .protocolError),
            (.status(401), .noPermission), (.lost(list: "photos"), .partlyDone),
        ] {
            let world = try CronWorld()
            world.weather = weather
            let result = try await world.run("sync -q")
            #expect(result.status == status && result.output == "")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
        let world = try CronWorld()
        for line in ["items nowhere -q", "sync -q --wait", "status -q --db ."] {
            let result = try await world.run(line)
            #expect(result.status != .done && result.errors.hasPrefix("feedcache: "), "\(line)")
        }
    }

    @Test("so is a REPL that reads a pipe")
    func inREPL() async throws {
        let world = try CronWorld()
        let options = try SharedOptions.parse(["-q"])
        let session = REPLSession(
            shell: world.fixture.shell.interactive(with: options, isTyped: false), options: options)
        let result = try await world.fixture.capture {
            for line in ["sync", "status", "items photos"] { _ = await session.run(ShellWords(line)) }
            return await session.run(ShellWords("items nowhere")).status
        }
        #expect(result.output == "" && result.errors.split(separator: "\n").count == 1)
    }
}
