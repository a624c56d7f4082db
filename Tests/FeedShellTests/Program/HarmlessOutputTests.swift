import FeedMock
import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

/// A server's texts hold what terminals obey: shown there nothing of it is obeyed, and a file gets every byte.
@Suite("What a server says", .timeLimit(.minutes(10)))
struct HarmlessOutputTests {
    private static let title = "\u{1B}]0;owned\u{7}\u{9B}2J\u{7F}\u{202E}evil\rover"

    private func withFixture(_ body: (ShellFixture) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let photo = JSONValue.object([("id", .integer(1)), ("title", .string(Self.title))])
        let page = JSONValue.array([.object([("photos", .array([photo])), ("has_next_page", .bool(false))])])
        try folder.write(String(decoding: page.bytes, as: UTF8.self), "photos.json")
        var configuration = MockConfiguration()
        configuration.content = .directory(path: folder.path)
        try await withMockServer(configuration) { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            let synced = try await fixture.run("sync photos")
            try #require(
                try fixture.shell.cache(SharedOptions.parse([])).read { try $0.list("photos").count() } == 1,
                "\(synced)")
            try await body(fixture)
        }
    }

    private static let lines = [
        "export photos --format csv", "export photos --format ndjson", "export photos --format json",
        "items photos --json", "items photos --format csv", "items photos --format ndjson", "items photos",
        "items photos --format vertical", "show photos 1", "show photos 1 --json", "show photos 1 --format csv",
        "feed --json", "feed --format csv", "feed --format ndjson",
        "sql \"select payload, json_extract(payload, '$.title') from item\" --format csv",
        "sql \"select json_extract(payload, '$.title') from item\" --json",
        "sql \"select json_extract(payload, '$.title') as title from item\"",
    ]

    @Test("is harmless on a terminal, in every mode")
    func terminal() async throws {
        try await withFixture { fixture in
            for line in Self.lines { try await check(line, fixture) }
        }
    }

    private func check(_ line: String, _ fixture: ShellFixture) async throws {
        let terminal = try #require(PseudoTerminal(columns: 200, rows: 1_000))
        let shell = fixture.shell.writing(to: Output(descriptor: terminal.descriptor))
        let words = ShellWords(line).words + ["--color", "never", "--no-pager"]
        #expect(await FeedcacheProgram.perform(words, in: shell).status == .done, "\(line)")
        try shell.output.write("<end>")
        let shown = terminal.see("<end>")
        #expect(shown.contains("evil"))
        let obeyed = shown.unicodeScalars.filter {
            ($0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r") || $0.value == 0x202E
        }
        #expect(obeyed.isEmpty, "\(shown.debugDescription)")
        #expect(!shown.replacing("\r\n", with: "").replacing("\r\r\n", with: "").contains("\rover"))
    }

    @Test("reaches a file as it is")
    func file() async throws {
        try await withFixture { fixture in
            let csv = try await fixture.run("export photos --format csv")
            #expect(csv.output.contains("\"\(Self.title)\""))
            let json = try await fixture.run("items photos --json")
            #expect(json.output.contains("\u{9B}2J\u{7F}\u{202E}evil"))
        }
    }
}
