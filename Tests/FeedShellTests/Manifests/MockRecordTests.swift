import FeedMock
import FeedModel
import Foundation
import Testing

@testable import FeedShell

@Suite("mock record")
struct MockRecordTests {
    /// The payloads in the cache.
    private func items(_ fixture: ShellFixture) async throws -> Set<String> {
        let rows = try await fixture.run("sql 'select payload from item' --format csv").output
        return Set(rows.split(separator: "\r\n").map(String.init))
    }

    private func sync(from baseURL: String) async throws -> Set<String> {
        let fixture = try ShellFixture(baseURL: baseURL)
        let result = try await fixture.run("sync")
        #expect(result.status == .done, "\(result.errors)")
        return try await items(fixture)
    }

    @Test("what is recorded is played back, and the second recording after a tick")
    func playback() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let states = try await withMockServer { server, baseURL in
            var states: [Set<String>] = []
            for number in 1...2 {
                let recorded = try await ShellFixture(baseURL: baseURL).run("mock record --into '\(folder)' --json")
                #expect(
                    recorded.status == .done && recorded.output.contains("\"recording\":\(number)"),
                    "\(recorded.errors)")
                states.append(try await sync(from: baseURL))
                server.clock.advance(by: 30)
            }
            return states
        }
        #expect(states[0] != states[1] && states[0].count > 100)
        var configuration = MockConfiguration()
        configuration.content = .directory(path: folder)
        try await withMockServer(configuration) { server, baseURL in
            let before = try await sync(from: baseURL)
            #expect(before.symmetricDifference(states[0]).isEmpty)
            server.clock.advance()
            let after = try await sync(from: baseURL)
            #expect(after.symmetricDifference(states[1]).isEmpty)
        }
    }

    @Test("secrets of the manifest are in no file, nor what is to be redacted")
    func secrets() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL, environment: ["TOKEN": "tok3n/secret"])
            try fixture.editManifest(
                replacing: "[sections]",
                with:
                    "[source.headers]\nAuthorization = \"Bearer ${TOKEN}\"\n[source.query]\nkey = \"${TOKEN}\"\n[sections]"
            )
            let recorded = try await fixture.run("mock record --into '\(folder)' --redact profile_name")
            #expect(recorded.status == .done, "\(recorded.errors)")
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder + "/001")
        #expect(names.count > 8)
        for name in names {
            guard let text = try? String(contentsOfFile: "\(folder)/001/\(name)", encoding: .utf8) else { continue }
            #expect(!text.contains("tok3n"), "\(name)")
            #expect(!text.contains("profile_name") || text.contains(#""profile_name":"redacted""#), "\(name)")
        }
    }

    @Test("the password of a sign-in is in no file, whatever its member is called")
    func login() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withMockServer { server, baseURL in
            server.answer(.post("\(MockServer.gourmetPath)/login"), with: .json(#"{"access_token": "t0k3n-value"}"#))
            let fixture = try ShellFixture(baseURL: baseURL, environment: ["WORD": "open:sesame"])
            let login = #"{"who": "ann", "word": "${WORD}", "password": "in plain words"}"#
            try fixture.editManifest(
                replacing: "[sections]",
                with: "[source.login]\npath = \"login\"\nbody = '''\(login)'''\ntoken = \"access_token\"\n[sections]")
            let recorded = try await fixture.run("mock record --into '\(folder)'")
            #expect(recorded.status == .done, "\(recorded.errors)")
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder + "/001") {
            guard let text = try? String(contentsOfFile: "\(folder)/001/\(name)", encoding: .utf8) else { continue }
            #expect(["sesame", "in plain", "t0k3n"].allSatisfy { !text.contains($0) }, "\(name)")
        }
    }

    @Test("a recording stays JSON, and plays, where a secret is in the path and a parameter is as short as any number")
    func shortAndInPath() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let list = #"[{"id": 2, "echo": "https:\/\/x\/t0k3n\/2", "n": 12}, {"id": 3, "echo": "t0k3n"}]"#
        func fixture(at origin: String) throws -> ShellFixture {
            let fixture = try ShellFixture(environment: ["TOKEN": "t0k3n"])
            let manifest = """
                [source]
                name = "short"
                base_url = "\(origin)/${TOKEN}/v1"
                query = { per = "2" }
                [[collections]]
                name = "photos"
                path = "photos"
                items = ""
                id = "id"
                paging = { style = "none" }
                """
            try manifest.write(
                to: fixture.folder.appending(path: "feed.toml"), atomically: true, encoding: .utf8)
            return fixture
        }
        try await withMockServer { server, baseURL in
            server.answer(.any()) { request in
                request.target.hasPrefix("/t0k3n/v1/photos") ? .json(list) : .status(404)
            }
            let fixture = try fixture(at: baseURL.replacing(MockServer.gourmetPath, with: ""))
            let recorded = try await fixture.run("mock record --into '\(folder)'")
            #expect(recorded.status == .done, "\(recorded.errors)")
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { continue }
            #expect(!text.contains("t0k3n"), "\(name)")
        }
        let masked = #"[{"id": 2, "echo": "https://x/…/2", "n": 12}, {"id": 3, "echo": "…"}]"#
        #expect(try String(contentsOfFile: folder + "/001/1.body", encoding: .utf8) == masked)
        var configuration = MockConfiguration()
        configuration.content = .directory(path: folder)
        try await withMockServer(configuration) { _, baseURL in
            let origin = try #require(baseURL.wholeMatch(of: #/(http://[^/]+)/.*/#)).1
            let fixture = try fixture(at: String(origin))
            let result = try await fixture.run("sync")
            #expect(result.status == .done, "\(result.errors)")
            #expect(try await items(fixture).count == 3)
        }
    }

    @Test("a file is no folder to record into")
    func intoFile() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            let result = try await fixture.run("mock record --into '\(fixture.folder.path)/feed.toml'")
            #expect(result.status == .cannotCreate && result.errors.contains("it is no folder"), "\(result.errors)")
        }
    }

    @Test("what sync cannot read is not recorded as a whole list: both say the same")
    func brokenPaging() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            try fixture.editManifest(
                replacing: #"style = "page", size_param"#, with: #"style = "page", param = "p", size_param"#)
            let synced = try await fixture.run("sync")
            let recorded = try await fixture.run("mock record --into '\(fixture.folder.path)/recorded' --json")
            #expect(recorded.status == .partlyDone && synced.status == .partlyDone)
            #expect(recorded.errors.contains("pagination_loop"), "\(recorded.errors)")
        }
    }

    @Test("a server that is not there is said to be none, and nothing is written")
    func noServer() async throws {
        let fixture = try ShellFixture()
        let folder = fixture.folder.appending(path: "recorded").path
        let result = try await fixture.run("mock record --into '\(folder)'")
        #expect(result.status == .unavailable && !result.errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder))
        try "x".write(toFile: folder, atomically: true, encoding: .utf8)
        #expect(try await fixture.run("mock manifest --directory \(fixture.folder.path)").status == .usage)
    }
}
