import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Foundation
import Testing

@testable import FeedShell

@Suite("init, probe and check --source")
struct InitCommandTests {
    typealias Status = FeedModel.ExitStatus

    /// A fixture without a manifest, before the mock API.
    private func withAPI(_ body: (ShellFixture, _ baseURL: String) async throws -> Void) async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            try FileManager.default.removeItem(at: fixture.folder.appending(path: "feed.toml"))
            try await body(fixture, baseURL)
        }
    }

    private func manifest(_ fixture: ShellFixture) throws -> String {
        try String(contentsOf: fixture.folder.appending(path: "feed.toml"), encoding: .utf8)
    }

    @Test(
        "a manifest that init writes can be probed and synced",
        arguments: [
            ("photos", "style = \"link\"", 120), ("articles?per_page=10", "style = \"link\"", 30),
            ("articles?offset=0&limit=10", "style = \"link\"", 30), ("articles", "style = \"offset\"", 30),
        ])
    func works(path: String, style: String, count: Int) async throws {
        try await withAPI { fixture, baseURL in
            let result = try await fixture.run("init '\(baseURL)/\(path)'")
            #expect(result.status == .done && result.errors.isEmpty, "\(result.errors)")
            let text = try manifest(fixture)
            #expect(text.contains(style), "\(text)")
            #expect(text.contains("version = \"updated_at\""))
            let check = try await fixture.run("check --source \(fixture.folder.path)/feed.toml")
            #expect(check.status == .done && check.output.hasSuffix("1 collection\n"), "\(check.output)")
            let probe = try await fixture.run("probe")
            #expect(probe.status == .done && probe.errors.isEmpty, "\(probe.output)\(probe.errors)")
            #expect(probe.output.contains("2 pages"), "\(probe.output)")
            #expect(try await fixture.run("sync").status == .done)
            let items = try await fixture.run("sql 'select count(*) as n from item' --format csv")
            #expect(items.output == "n\r\n\(count)\r\n", "\(text)")
        }
    }

    @Test("init replaces no file unless it is asked to, and writes a whole one or none")
    func noOverwriting() async throws {
        try await withAPI { fixture, baseURL in
            let file = fixture.folder.appending(path: "feed.toml")
            try Data("mine".utf8).write(to: file)
            let refused = try await fixture.run("init \(baseURL)/photos")
            #expect(refused.status == .cannotCreate)
            #expect(refused.errors.contains("is there already; replace it with --force"))
            #expect(try manifest(fixture) == "mine")
            #expect(try await fixture.run("init \(baseURL)/nowhere --force").status == .protocolError)
            #expect(try manifest(fixture) == "mine")
            #expect(try await fixture.run("init \(baseURL)/photos --force").status == .done)
            #expect(try manifest(fixture).contains("[[collections]]"))

            let other = fixture.folder.appending(path: "other.toml").path
            #expect(try await fixture.run("init \(baseURL)/photos --source \(other)").status == .done)
            #expect(FileManager.default.fileExists(atPath: other))
            #expect(try await fixture.run("init \(baseURL)/photos --source /nowhere/at/all").status == .cannotCreate)
            try FileManager.default.createSymbolicLink(atPath: other + ".link", withDestinationPath: "nowhere")
            #expect(try await fixture.run("init \(baseURL)/photos --source \(other).link").status == .cannotCreate)
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
            #expect(!names.contains { $0.hasPrefix(".feedcache") || $0 == "nowhere" })
        }
    }

    @Test("init --print writes no file")
    func printing() async throws {
        try await withAPI { fixture, baseURL in
            let printed = try await fixture.run("init \(baseURL)/photos --print")
            #expect(try Manifest(toml: printed.output, file: "x").collections.map(\.name) == ["photos"])
            #expect(throws: (any Error).self) { try manifest(fixture) }
            let json = try await fixture.run("init \(baseURL)/photos --print --json")
            let document = try JSONDocument(Array(json.output.utf8))
            #expect(
                document.members(of: document.root).map(\.key) == [
                    "manifest", "requests", "findings", "variables", "text",
                ])
        }
    }

    @Test("a secret is in no file and no message")
    func secrets() async throws {
        try await withAPI { fixture, baseURL in
            let line = "init '\(baseURL)/photos?api_key=s3cret-1' --header 'Authorization: Bearer s3cret-2'"
            for suffix in [" -v", " --print --json", " --force", " --print"] {
                let result = try await fixture.run(line + suffix)
                #expect(result.status == .done, "\(result.errors)")
                #expect(!(result.output + result.errors).contains("s3cret"))
            }
            #expect(!(try manifest(fixture)).contains("s3cret"))
            let failed = try await fixture.run(
                "init '\(baseURL)/nowhere?api_key=s3cret-1' --print --header 'Authorization: Bearer s3cret-2'")
            #expect(failed.status == .protocolError && !failed.errors.contains("s3cret"))
        }
    }

    @Test(
        "what cannot be asked or understood is one line with its code",
        arguments: [
            ("init", Status.usage), ("init nothing", .usage), ("init ftp://x/", .usage),
            ("init http://ann:s3cret@127.0.0.1/", .usage), ("init http://127.0.0.1:9/", .unavailable),
            ("init BASE/nowhere", .protocolError), ("init BASE/sections --header Nothing", .usage),
            ("init BASE/photos --header 'Host: x'", .usage),
            ("init BASE/photos --header 'Authorization: ${NOT_SET}'", .badManifest),
            ("init BASE/photos --body '[1]'", .usage), ("init BASE/photos --body @nowhere", .noInput),
            ("init BASE", .protocolError), ("probe nowhere", .noInput), ("check --source nowhere", .noInput),
        ])
    func refused(line: String, status: Status) async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            let shown = line.hasPrefix("init ") ? line + " --print" : line
            let result = try await fixture.run(shown.replacing("BASE", with: baseURL))
            #expect(result.status == status, "\(result.errors)")
            #expect(result.output.isEmpty)
            #expect(
                result.errors.split(separator: "\n").count == 1 && !result.errors.contains("s3cret"), "\(result.errors)"
            )
        }
    }

    @Test("probe shows every collection, or one; a failure of some is 3, of all what the failure is")
    func probe() async throws {
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            let all = try await fixture.run("probe --json")
            let document = try JSONDocument(Array(all.output.utf8))
            #expect(all.status == .done && document.elements(of: document.root).count == 6)
            #expect(!FileManager.default.fileExists(atPath: fixture.folder.appending(path: "feed.db").path))

            server.faults.add(FaultRule("photos", .status(503)))
            let one = try await fixture.run("probe photos")
            #expect(one.status == .unavailable)
            #expect(one.errors.contains("photos: the server answered 503"))
            server.faults.add(FaultRule("keywords", .status(401), times: 2))
            #expect(try await fixture.run("probe").status == .partlyDone)
            #expect(try await fixture.run("probe keywords").status == .noPermission)
        }
    }

    @Test("probe says what is suspicious, and where the list is instead")
    func suspicious() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            try fixture.editManifest(replacing: "version = \"updated_at\"", with: "version = \"modified\"")
            let versions = try await fixture.run("probe photos")
            #expect(versions.status == .done)
            #expect(versions.output.contains("suspicious: no item has the version “modified”"))
            try fixture.editManifest(replacing: "0.photos", with: "0.pictures")
            let list = try await fixture.run("probe photos")
            #expect(list.status == .protocolError)
            #expect(list.errors.contains("items = \"0.photos\" and id = \"id\" would find 100 items"), "\(list.errors)")
        }
    }

    @Test("check --source names file, line and key of what is wrong, and warns of variables that are not set")
    func check() async throws {
        let fixture = try ShellFixture(environment: ["SET": "x"])
        let path = fixture.folder.appending(path: "feed.toml").path
        try fixture.editManifest(
            replacing: "[events]", with: "[source.headers]\nA = \"${SET}\"\nB = \"${NOT_SET}\"\n\n[events]")
        let good = try await fixture.run("check --source \(path)")
        #expect(good.status == .done)
        #expect(good.output.contains(": source.headers.B: the environment variable NOT_SET is not set"))
        #expect(!good.output.contains("source.headers.A"))
        let json = try await fixture.run("check --source \(path) --json")
        #expect(json.output.hasPrefix("{\"ok\":true,\"manifest\":"))
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.appending(path: "feed.db").path))

        // With a database it is the database that is looked at.
        let database = try await fixture.run("check --source \(path) --db \(fixture.folder.path)/feed.db")
        #expect(database.output == "there is no database yet\n")

        try fixture.editManifest(replacing: "style = \"link\"", with: "styel = \"link\"")
        let bad = try await fixture.run("check --source \(path)")
        #expect(bad.status == .badManifest)
        #expect(bad.errors.contains("feed.toml:") && bad.errors.contains("collections.paging.styel: unknown key"))
    }

    @Test("check --source takes variables for parts of URLs and for whole ones")
    func variables() async throws {
        for base in ["https://${HOST}/api", "${BASE_URL}"] {
            let fixture = try ShellFixture(baseURL: base)
            let result = try await fixture.run("check --source \(fixture.folder.path)/feed.toml")
            #expect(result.status == .done, "\(result.errors)")
            #expect(result.output.contains("source.base_url: the environment variable"))
        }
    }
}
