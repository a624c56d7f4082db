import FeedMock
import FeedModel
import FeedSource
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite("audit")
struct AuditCommandTests {
    typealias Status = FeedModel.ExitStatus

    /// A server of one list on a port, which answers each request with `body` and these headers.
    private func withList(
        _ body: String, _ headers: [String: String] = [:], _ test: (ShellFixture, _ url: String) async throws -> Void
    ) async throws {
        try await withMockServer { server, baseURL in
            server.answer(.any()) { _ in MockAnswer(status: 200, headers: headers, body: Array(body.utf8)) }
            let fixture = try ShellFixture(baseURL: baseURL, clock: VirtualClock())
            try await test(fixture, "\(baseURL)/list")
        }
    }

    private let twice = #"{"items":[{"id":1,"name":"a"},{"id":2,"name":"a"},{"id":1,"name":"a"}]}"#

    private func manifest(_ fixture: ShellFixture, _ url: String) throws {
        try Data(
            """
            [source]
            name = "t"
            base_url = "\(url)"
            [[collections]]
            name = "list"
            path = ""
            items = "items"
            id = "id"
            paging = { style = "none" }
            """.utf8
        ).write(to: fixture.folder.appending(path: "feed.toml"))
    }

    @Test("finds nothing in a sound list: exit code 0, and the manifest of a URL at the end")
    func clean() async throws {
        try await withList(#"{"items":[{"id":1,"name":"a"},{"id":2,"name":"b"}]}"#) { fixture, url in
            try manifest(fixture, url)
            let named = try await fixture.run("audit list")
            #expect(named.status == .done && named.errors.isEmpty)
            #expect(named.output == "list: nothing found, in 2 walks of 2 items, 2 requests\n")
            let given = try await fixture.run("audit \(url)")
            #expect(given.status == .done, "\(given.errors)")
            let text = try #require(given.output.split(separator: "\n\n", maxSplits: 1).last)
            #expect(try Manifest(toml: String(text), file: "x").collections.map(\.name) == ["list"])
        }
    }

    @Test("shows findings with the requests that show them: exit code 3")
    func findings() async throws {
        try await withList(twice) { fixture, url in
            try manifest(fixture, url)
            let result = try await fixture.run("audit")
            #expect(result.status == .partlyDone && result.errors.isEmpty)
            #expect(result.output.hasPrefix("list: 1 finding, in 2 walks of 3 items, 2 requests\n"), "\(result.output)")
            #expect(result.output.contains("\n  curl --compressed \(url)\n    200, 3 items, 2 IDs\n"))

            let json = try await fixture.run("audit list --json")
            let document = try JSONDocument(Array(json.output.utf8))
            let code = try #require(document.value(at: DottedPath("collections.0.findings.0.code")))
            #expect(document.scalar(at: code) == .string("repeated_id") && json.status == .partlyDone)
            let markdown = try await fixture.run("audit list --format markdown")
            #expect(markdown.output.hasPrefix("# list\n\n1 finding"), "\(markdown.output)")
            let csv = try await fixture.run("audit list --format csv")
            #expect(csv.output.hasPrefix("collection,code,severity,found,"), "\(csv.output)")
            let quiet = try await fixture.run("audit -q")
            #expect((quiet.status, quiet.output) == (.partlyDone, ""))
            #expect(
                quiet.errors.hasPrefix("feedcache: list: 1 finding")
                    && MessageLaws.broken(by: String(quiet.errors.dropLast())).isEmpty)
        }
    }

    @Test(
        "what cannot be asked is one line with its code",
        arguments: [
            ("audit nowhere", Status.noInput), ("audit http://127.0.0.1:9/", .unavailable), ("audit ftp://x/", .usage),
            ("audit photos --header 'A: b'", .usage), ("audit BASE/nowhere", .protocolError),
            ("audit BASE/photos --header 'Authorization: ${NOT_SET}'", .badManifest),
        ])
    func refused(line: String, status: Status) async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL, clock: VirtualClock())
            let result = try await fixture.run(line.replacing("BASE", with: baseURL))
            #expect(result.status == status && result.output.isEmpty, "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
    }

    @Test("a failure of one list is 3, of the only one what the failure is; offline says nothing with --quiet")
    func failures() async throws {
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL, clock: VirtualClock())
            server.faults.add(FaultRule("photos", .status(401)))
            let one = try await fixture.run("audit photos")
            #expect(one.status == .noPermission && one.errors.contains("photos: the server answered 401"))
            server.faults.add(FaultRule("photos", .status(401)))
            #expect(try await fixture.run("audit").status == .partlyDone)
        }
        let offline = try await ShellFixture().run("audit -q")
        #expect((offline.status, offline.output, offline.errors) == (.unavailable, "", ""))
    }

    @Test("a token reaches the server, and nothing that is printed")
    func secrets() async throws {
        try await withMockServer { server, baseURL in
            let fixture = try ShellFixture(environment: ["FEED_TOKEN": "s3cret-token"], clock: VirtualClock())
            let line = "audit '\(baseURL)/photos?api_key=s3cret-key' --header 'Authorization: Bearer ${FEED_TOKEN}'"
            for mode in ["", " --json", " --format markdown", " --format vertical"] {
                let result = try await fixture.run(line + mode)
                #expect([.done, .partlyDone].contains(result.status), "\(result.errors)")
                #expect(!(result.output + result.errors).contains("s3cret"), "\(mode)")
            }
            #expect(
                server.journal.entries(for: "photos").contains { $0.headers["authorization"] == "Bearer s3cret-token" })
        }
    }
}
