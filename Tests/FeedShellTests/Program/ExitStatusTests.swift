import FeedCache
import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedShell

// Swift Testing has an `ExitStatus` too.
private typealias Status = FeedModel.ExitStatus

@Suite("The exit code")
struct ExitStatusTests {
    private func expect(
        _ line: String, _ status: Status, saying words: String..., in fixture: ShellFixture,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await fixture.run(line)
        #expect(result.status == status, "\(line): \(result.errors)", sourceLocation: sourceLocation)
        guard status != .done else { return }
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(lines.allSatisfy { $0.hasPrefix("feedcache: ") }, sourceLocation: sourceLocation)
        for word in words { #expect(result.errors.contains(word), "\(result.errors)", sourceLocation: sourceLocation) }
    }

    private func withServer(
        _ faults: [String] = [], _ body: (ShellFixture) async throws -> Void
    ) async throws {
        var configuration = MockConfiguration()
        configuration.faults = try faults.map { text in try FaultRule(parsing: text) }
        try await withMockServer(configuration) { _, baseURL in try await body(try ShellFixture(baseURL: baseURL)) }
    }

    @Test("is 0 when all went well, also when nothing had changed")
    func done() async throws {
        try await withServer { fixture in
            try await expect("sync", .done, in: fixture)
            try await expect("sync", .done, in: fixture)
        }
    }

    @Test("is 3 when some collections failed")
    func partlyDone() async throws {
        try await withServer(["photos:404*all"]) { fixture in
            try await expect("sync", .partlyDone, saying: "photos", "404", in: fixture)
        }
    }

    @Test("is 64 for wrong usage, and the nearest name is suggested")
    func usage() async throws {
        let fixture = try ShellFixture()
        try await expect("snyc", .usage, saying: "sync", in: fixture)
        try await expect("help snyc", .usage, saying: "sync", in: fixture)
        try await expect("items", .usage, saying: "collection", in: fixture)
        try await expect("items photos --limit many", .usage, saying: "limit", in: fixture)
        try await expect("items photos --limit -1", .usage, saying: "limit", in: fixture)
        try await expect("sync -q -v", .usage, in: fixture)
        try await expect("sql 'drop table item'", .usage, saying: "only reading", in: fixture)
    }

    @Test("is 65 for a file that is not ours or makes no sense")
    func badData() async throws {
        let fixture = try ShellFixture()
        let file = fixture.folder.appending(path: "text")
        let text = Data(repeating: UInt8(ascii: "x"), count: 4_096)
        try text.write(to: file)
        try await expect("status --db \(file.path)", .badData, saying: file.path, in: fixture)
        #expect(try Data(contentsOf: file) == text)
        try await expect("diff \(file.path) \(file.path)", .badData, saying: file.path, in: fixture)
        try await expect("simulate \(file.path)", .badData, saying: file.path, in: fixture)
    }

    @Test("is 66 for a name that is not there")
    func noInput() async throws {
        let fixture = try ShellFixture()
        try await expect("items photso", .noInput, saying: "photso", "photos", in: fixture)
        try await expect("sync photso", .noInput, saying: "photso", in: fixture)
        try await expect("show photos 1", .noInput, saying: "1", in: fixture)
        try await expect("feed --section nowhere", .noInput, saying: "nowhere", in: fixture)
        try await expect("diff 7 8", .noInput, saying: "7", in: fixture)
        try await expect("sync --source /nowhere/feed.toml", .noInput, saying: "/nowhere/feed.toml", in: fixture)
        for option in ["--directory", "--data", "--check"] {
            try await expect("mock serve --port 0 \(option) /nowhere/x", .noInput, saying: "/nowhere/x", in: fixture)
        }
    }

    @Test("is 69 without a server, in one line, and the cache still reads")
    func unavailable() async throws {
        let fixture = try ShellFixture()
        try await expect("sync", .unavailable, saying: "photos", "articles", in: fixture)
        try await expect("items photos", .done, in: fixture)
    }

    @Test("is 73 where the database or a copy cannot be made")
    func cannotCreate() async throws {
        let fixture = try ShellFixture()
        try await expect("backup \(fixture.folder.path)/feed.toml", .cannotCreate, saying: "feed.toml", in: fixture)
        let result = try await fixture.run("sync --db /proc/feed.db")
        #expect([.cannotCreate, .inputOutput].contains(result.status))
        #expect(result.errors.contains("/proc/feed.db"))
    }

    @Test("is 75 when the server asks to wait, and again without a request while it does")
    func comeBackLater() async throws {
        try await withServer(["photos:429,retry-after=3600*all"]) { fixture in
            try await expect("sync photos", .comeBackLater, saying: "wait", in: fixture)
        }
        try await withServer(["*:429,retry-after=3600*all"]) { fixture in
            try fixture.editManifest(replacing: "[sections]\npath = \"sections\"\n", with: "")
            try await expect("sync photos", .comeBackLater, saying: "wait", in: fixture)
            try await expect("sync photos", .comeBackLater, saying: "not asked before", in: fixture)
        }
    }

    @Test("is 76 when the answers are refused or make no sense, 77 without permission")
    func refused() async throws {
        for (fault, status) in [("404", Status.protocolError), ("garbage", .protocolError), ("401", .noPermission)] {
            try await withServer(["*:\(fault)*all"]) { fixture in
                try fixture.editManifest(replacing: "[sections]\npath = \"sections\"\n", with: "")
                try await expect("sync", status, in: fixture)
            }
        }
    }

    @Test("is 78 for a manifest that is wrong, with file, line and key")
    func badManifest() async throws {
        let fixture = try ShellFixture()
        try fixture.editManifest(replacing: "[events]", with: "[evnets]")
        try await expect("sync", .badManifest, saying: "feed.toml:", "evnets", "events", in: fixture)
    }

    @Test("is 78 for a header whose variable is not set, and reading still works")
    func missingVariable() async throws {
        let fixture = try ShellFixture()
        try fixture.editManifest(
            replacing: "[sections]", with: "[source.headers]\nAuthorization = \"Bearer ${FEED_TOKEN}\"\n\n[sections]")
        try await expect("sync", .badManifest, saying: "FEED_TOKEN", in: fixture)
        try await expect("status", .done, in: fixture)
    }

    @Test("names every kind of failure of a run")
    func ofRuns() {
        func status(_ code: SyncFailure.Code, _ http: Int? = nil) -> Status {
            let failure = SyncFailure(code: code, status: http, message: "m")
            let report = CollectionReport(name: "c", outcome: .failed, failure: failure)
            return Status(of: SyncReport(run: 1, collections: [report]))
        }
        #expect(status(.storage) == .inputOutput)
        #expect(status(.connection) == .unavailable)
        #expect(status(.timeout) == .unavailable)
        #expect(status(.tls) == .unavailable)
        #expect(status(.httpStatus, 503) == .unavailable)
        #expect(status(.httpStatus, 404) == .protocolError)
        #expect(status(.httpStatus, 403) == .noPermission)
        #expect(status(.redirect) == .protocolError)
        #expect(status(.tooLarge) == .protocolError)
        #expect(status(.paginationLoop) == .protocolError)
    }
}
