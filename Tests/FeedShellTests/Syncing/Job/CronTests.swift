import FeedModel
import Foundation
import Testing

@testable import FeedCache
@testable import FeedShell
@testable import FeedSource

@Suite("A cron job with --alarm-after")
struct CronTests {
    private typealias Status = FeedModel.ExitStatus

    /// What one run of the job came to.
    private struct Round: Equatable {
        let minute: Int
        let status: Status
        let text: String
    }

    private static let line = "sync -q --alarm-after 2h"
    private static let minutesOfDay = 24 * 60

    /// Runs the job every ten minutes for a while.
    private func run(
        _ world: CronWorld, minutes: Range<Int>, weather: CronWorld.Weather = .well, into rounds: inout [Round]
    ) async throws {
        world.weather = weather
        for minute in stride(from: minutes.lowerBound, to: minutes.upperBound, by: 10) {
            let result = try await world.run(Self.line)
            #expect(result.output == "", "minute \(minute)")
            rounds.append(Round(minute: minute, status: result.status, text: result.errors))
            world.clock.step(by: 600)
        }
    }

    @Test("says nothing in a week but what is worth a mail", .timeLimit(.minutes(10)))
    func week() async throws {
        let world = try CronWorld()
        let day = Self.minutesOfDay
        var rounds: [Round] = []
        // Well, and now and then with other content.
        try await run(world, minutes: 0..<600, into: &rounds)
        world.change()
        try await run(world, minutes: 600..<day, into: &rounds)
        // Another sync for an hour.
        do {
            let lock = try SyncLock(databasePath: world.databasePath)
            try await run(world, minutes: day..<(day + 60), into: &rounds)
            withExtendedLifetime(lock) {}
        }
        try await run(world, minutes: (day + 60)..<(day + 600), into: &rounds)
        // No network for ten minutes.
        try await run(world, minutes: (day + 600)..<(day + 610), weather: .offline, into: &rounds)
        try await run(world, minutes: (day + 610)..<(2 * day), into: &rounds)
        #expect(rounds.allSatisfy { $0.text == "" && $0.status == .done })

        // Down for two days.
        rounds = []
        try await run(world, minutes: (2 * day)..<(4 * day), weather: .status(503), into: &rounds)
        var said = rounds.filter { $0.text != "" }
        try #require(said.count == 2, "\(said)")
        #expect(said[0].minute == 2 * day + 120)
        #expect(said[1].minute == 3 * day + 120)
        let quiet = rounds.prefix { $0.text == "" }
        #expect(quiet.allSatisfy { $0.status == .done })
        // The code goes on as long as the trouble does.
        #expect(rounds.dropFirst(quiet.count).allSatisfy { [.unavailable, .comeBackLater].contains($0.status) })
        for round in said {
            #expect(round.text.hasPrefix("feedcache: not synced since "), "\(round.text)")
            #expect(round.text.contains("photos, articles: "))
            #expect(round.text.contains("503"))
            #expect(round.text.split(separator: "\n").count == 1)
        }

        // Back; a server that failed often is asked once an hour.
        rounds = []
        try await run(world, minutes: (4 * day)..<(5 * day), into: &rounds)
        said = rounds.filter { $0.text != "" }
        #expect(said.map(\.text) == ["feedcache: photos, articles: well again\n"])
        #expect(said.allSatisfy { $0.status == .done && (4 * day + 120...4 * day + 180).contains($0.minute) })

        // The token has ended: it is said at once, and not again on the same day.
        rounds = []
        try await run(world, minutes: (5 * day)..<(5 * day + 600), weather: .status(401), into: &rounds)
        #expect(rounds.first?.status == .noPermission)
        #expect(rounds.first?.text.contains("401") == true)
        #expect(rounds.dropFirst().allSatisfy { $0.text == "" && $0.status != .done })
        rounds = []
        try await run(world, minutes: (5 * day + 600)..<(7 * day), into: &rounds)
        #expect(rounds.filter { $0.text != "" }.map(\.text) == ["feedcache: photos, articles: well again\n"])
        #expect(rounds.last?.status == .done)
    }

    @Test("says at once that it was last run too long ago, where that run would have been in time")
    func gap() async throws {
        let world = try CronWorld()
        #expect(try await world.run(Self.line).status == .done)
        world.clock.step(by: 3 * 86_400)
        world.weather = .offline
        let result = try await world.run(Self.line)
        #expect(result.status == .unavailable)
        #expect(result.errors.hasPrefix("feedcache: not synced since 2023-11-14T22:13:20.000Z: photos, articles: "))
    }

    @Test("says when all was last well where the section config and events that wait fail too")
    func everything() async throws {
        let parts = "[sections]\npath = \"sections\"\n\n[events]\npath = \"events\""
        let world = try CronWorld(manifest: parts)
        #expect(try await world.run(Self.line).status == .done)
        #expect(try await world.run("tap top 0").status == .done)
        world.clock.step(by: 3 * 86_400)
        world.weather = .status(503)
        let result = try await world.run(Self.line)
        #expect(result.status == .unavailable)
        let line = "feedcache: not synced since 2023-11-14T22:13:20.000Z: sections, photos, articles: "
        #expect(result.errors.hasPrefix(line) && result.errors.contains("event"), "\(result.errors)")
    }

    @Test("gives a source that was never synced the same time, from the first attempt on")
    func neverSynced() async throws {
        let world = try CronWorld()
        world.weather = .offline
        for _ in 0...12 {
            let result = try await world.run(Self.line)
            #expect((result.status, result.errors) == (.done, ""))
            world.clock.step(by: 600)
        }
        let result = try await world.run(Self.line)
        #expect(result.status == .unavailable)
        #expect(result.errors.hasPrefix("feedcache: never synced: photos, articles: "))
    }

    @Test("says that another sync never ends")
    func busy() async throws {
        let world = try CronWorld()
        _ = try await world.run(Self.line)
        let lock = try SyncLock(databasePath: world.databasePath)
        world.clock.step(by: 7_200)
        #expect(try await world.run(Self.line).status == .done)
        world.clock.step(by: 1)
        let result = try await world.run(Self.line)
        #expect(result.status == .comeBackLater)
        #expect(result.errors.contains("another sync") && result.errors.hasPrefix("feedcache: not synced since "))
        withExtendedLifetime(lock) {}
    }

    @Test("says at once what does not pass by itself, also where the rest is well")
    func partly() async throws {
        let world = try CronWorld()
        _ = try await world.run(Self.line)
        world.weather = .lost(list: "articles")
        let result = try await world.run(Self.line)
        #expect(result.status == .partlyDone)
        #expect(result.errors.hasPrefix("feedcache: articles: the server answered 404"))
        #expect(result.errors.split(separator: "\n").count == 1)
        // Another sync in between, of what is well, has nothing to say of it.
        #expect(try await world.run(Self.line + " photos").errors == "")
        world.weather = .well
        #expect(try await world.run(Self.line).errors == "")
        world.clock.step(by: 7_200)
        #expect(try await world.run(Self.line).errors == "feedcache: articles: well again\n")
    }

    @Test("says once a day what comes and goes, as with one of two servers that refuses a token")
    func flapping() async throws {
        let world = try CronWorld()
        var said: [String] = []
        for round in 0..<30 {
            world.weather = round.isMultiple(of: 3) ? .status(401) : .well
            let result = try await world.run(Self.line + " --now")
            #expect((result.status == .done) == (world.weather == .well), "round \(round)")
            if result.errors != "" { said.append(result.errors) }
            world.clock.step(by: 600)
        }
        #expect(said.count == 1 && said[0].contains("401"), "\(said)")
    }

    @Test("says a second time what it was ended before it could say")
    func unsaid() async throws {
        let world = try CronWorld()
        world.weather = .status(401)
        let toml = try String(contentsOf: world.fixture.folder.appending(path: "feed.toml"), encoding: .utf8)
        let manifest = try Manifest(toml: toml, file: "feed.toml")
        let cache = try FeedEngine(
            manifest: manifest, databasePath: world.databasePath, dependencies: .live([:], source: manifest.source))
        let report = SyncReport(
            run: nil,
            collections: [
                CollectionReport(
                    name: "photos", outcome: .failed,
                    failure: SyncFailure(code: .httpStatus, status: 401, message: "refused"))
            ])
        for _ in 0..<2 {
            #expect(try cache.alarms(of: report, by: AlarmRule(after: 60), isWhole: true).reported == ["photos"])
        }
        try cache.note(cache.alarms(of: report, by: AlarmRule(after: 60), isWhole: true))
        #expect(try cache.alarms(of: report, by: AlarmRule(after: 60), isWhole: true).reported == [])
    }

    @Test("is refused where it makes no sense")
    func usage() async throws {
        let world = try CronWorld()
        for line in ["sync --alarm-after 0s", "sync --alarm-after 2h --dry-run", "sync --alarm-after soon"] {
            #expect(try await world.run(line).status == .usage, "\(line)")
        }
    }
}
