import FeedModel
import Testing

@testable import FeedShell

@Suite("sync --max-age")
struct SyncMaxAgeTests {
    @Test("asks for what is older, says of the rest that it is unchanged, and ends with 0")
    func maxAge() async throws {
        let world = try CronWorld()
        #expect(try await world.run("sync --max-age 5m").status == .done)
        world.weather = .offline
        world.clock.step(by: 299)
        for line in ["sync", "sync photos", "sync --dry-run"] {
            let result = try await world.run("\(line) --max-age 5m --json")
            #expect(result.status == .done && result.errors == "")
            #expect(result.output.contains("\"requests\":0") && result.output.contains("\"outcome\":\"unchanged\""))
        }
        world.clock.step(by: 1)
        #expect(try await world.run("sync --max-age 5m").status == .unavailable)
        world.weather = .lost(list: "articles")
        #expect(try await world.run("sync --max-age 5m").status == .partlyDone)
        world.weather = .well
        let rest = try await world.run("sync --max-age 5m --json")
        #expect(rest.status == .done && rest.output.contains("\"requests\":1"))
        #expect(try await world.run("sync --max-age 5").status == .usage)
        #expect(try await world.run("sync --max-age 0s").status == .usage)
    }
}
