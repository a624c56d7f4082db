import FeedCache
import FeedMock
import FeedModel
import FeedSource
import Foundation
import TestSupport
import Testing

@testable import FeedMockCommands
@testable import FeedShell

@Suite("A test, request by request")
struct MockReplayTests {
    private static let baseURL = "http://127.0.0.1:9\(MockServer.gourmetPath)"

    /// The rows of photos on screen after each request.
    private func rows(after targets: [String]) async throws -> [(request: String, rows: Int)] {
        let fixture = try ShellFixture()
        var configuration = MockConfiguration()
        configuration.sizes = ListSizes(all: 12)
        let (server, replay) = (try MockServer(configuration), MockReplay())
        for target in targets {
            let answer = server.answer(
                "GET", "\(MockServer.gourmetPath)/\(target)", headers: [(name: "Accept-Encoding", value: "gzip")])
            replay.note(try #require(server.journal.entries.last), try #require(answer))
        }
        let manifest = try Manifest.gourmet(baseURL: Self.baseURL)
        let database = fixture.folder.appending(path: "replay.db").path
        let runs = try await replay.sync(manifest, of: Self.baseURL, into: database, fixture.shell)
        let reader = try FeedEngine(
            manifest: manifest, databasePath: database, dependencies: .live([:], source: manifest.source),
            isReadOnly: true)
        return try runs.map { run, name in
            let feed = try reader.read { try $0.feed(asOf: run) }
            return (name, feed.sections.first { $0.section.collection == "photos" }?.rowCount ?? 0)
        }
    }

    @Test("is a run for each request, with what was answered until then, however long its pages are")
    func runs() async throws {
        let rows = try await rows(
            after: ["photos?per_page=5", "sections", "photos?page=2&per_page=5", "nothing", "photos?per_page=5&page=3"])
        #expect(
            rows.map(\.request) == [
                "GET photos?per_page=5 200", "GET sections 200", "GET photos?page=2&per_page=5 200", "GET nothing 404",
                "GET photos?per_page=5&page=3 200",
            ])
        #expect(rows.map(\.rows) == [5, 5, 10, 10, 12])
    }

    @Test("has a run for as many requests as are kept, the last ones, which know what came before")
    func many() async throws {
        let rows = try await rows(after: ["sections", "photos?per_page=5"] + Array(repeating: "nothing", count: 60))
        #expect(rows.count == 50 && rows.allSatisfy { $0.rows == 5 })
    }

    @Test("a file of names that is missing, or is something else, is named")
    func names() async throws {
        let fixture = try ShellFixture()
        let file = fixture.folder.appending(path: "names.json")
        try Data("[1]".utf8).write(to: file)
        let none = try await fixture.run("preview --requests none.json")
        let other = try await fixture.run("preview --requests \(file.path)")
        #expect(none.status == .noInput && none.errors.contains("none.json"))
        #expect(other.status == .badData && other.errors.contains("names.json"))
    }
}

extension AtTerminal {
    /// The real program at a terminal: the preview of a test ends by Ctrl-C.
    @Suite("A preview of a test", .serialized, .timeLimit(.minutes(10))) struct PreviewOfTestTests {
        @Test("comes once the test has ended, and ends with Ctrl-C")
        func ended() async throws {
            let folder = try TemporaryFolder()
            try await apart {
                let script = """
                    cat >ask <<'end'
                    address=${FEEDCACHE_MOCK_URL#http://}; host=${address%%/*}
                    exec 3<>"/dev/tcp/${host%:*}/${host#*:}"
                    printf 'GET /%s/sections HTTP/1.0\\r\\nHost: %s\\r\\n\\r\\n' "${address#*/}" "$host" >&3
                    cat <&3 >answer; echo asked; exit 7
                    end
                    feedcache mock run --preview -- bash ask; echo "[$?]"; read end
                    """
                let session = try #require(TerminalSession(script, in: folder, environment: [:]))
                let shown = session.terminal.see("preview at http://127.0.0.1:")
                #expect(shown.contains("asked"), "\(shown)")
                session.terminal.type("\u{3}")
                #expect(session.terminal.see("[130]").contains("[130]"))
            }
        }
    }
}
