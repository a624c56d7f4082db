import FeedModel
import GRDB
import TestSupport
import Testing

@testable import FeedStore

@Suite("What is remembered of parts that are not well")
struct AlarmTableTests {
    private let folder: TemporaryFolder
    private let database: FeedDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try FeedDatabase(path: folder.path("feed.db"))
    }

    private func states(_ source: SourceStore) throws -> [String: AlarmRule.State] {
        var found: [String: AlarmRule.State] = [:]
        try source.updateAlarms { found = $0 }
        return found
    }

    @Test("is there for the next process, each source for itself")
    func kept() throws {
        let (first, second) = (try database.source(named: "a"), try database.source(named: "b"))
        let state = AlarmRule.State(since: Instant(seconds: 5), kind: "passing", reported: nil)
        let told = AlarmRule.State(
            since: Instant(seconds: 6), kind: "http_status 401", reported: Instant(seconds: 7),
            well: Instant(seconds: 8))
        try first.updateAlarms { $0 = ["photos": state, "(sections)": told] }
        try second.updateAlarms { $0["photos"] = told }
        let again = try FeedDatabase(path: folder.path("feed.db"))
        #expect(try states(again.source(named: "a")) == ["photos": state, "(sections)": told])
        #expect(try states(again.source(named: "b")) == ["photos": told])
        try first.updateAlarms { $0["photos"] = nil }
        #expect(try states(again.source(named: "a")) == ["(sections)": told])
    }

    @Test("costs no write where nothing changes")
    func unchanged() throws {
        let source = try database.source(named: "a")
        try source.updateAlarms { $0["photos"] = AlarmRule.State(since: Instant(seconds: 5), kind: "x", reported: nil) }
        let commits = Commits(of: database)
        let before = try commits.version()
        try source.updateAlarms { _ in }
        #expect(try commits.version() == before)
    }
}
