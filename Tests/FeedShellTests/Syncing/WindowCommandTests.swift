import FeedCache
import FeedModel
import FeedSource
import Foundation
import Synchronization
import TerminalKit
import Testing

@testable import FeedShell

@Suite("The window of a list in commands", .timeLimit(.minutes(10)))
struct WindowCommandTests {
    /// A list of numbers, the greatest first, two a page.
    private final class Server: Transport {
        let items = Mutex(Array((1...9).reversed()))

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            let page = request.url.query.flatMap { Int($0.split(separator: "=").last ?? "") } ?? 1
            let shown = items.withLock { $0.dropFirst((page - 1) * 2).prefix(2) }
            let text = shown.map { #"{"id":\#($0),"title":"item \#($0)"}"# }.joined(separator: ",")
            return TransportResponse(status: 200, body: Array("[\(text)]".utf8))
        }
    }

    private let server = Server()
    private let fixture: ShellFixture

    init() throws {
        fixture = try ShellFixture(transport: server)
        let manifest = """
            [source]
            name = "n"
            base_url = "http://127.0.0.1:9"
            [[collections]]
            name = "list"
            path = "list"
            items = ""
            id = "id"
            paging = { style = "page" }
            keep = { newest = 4 }
            """
        try manifest.write(to: fixture.folder.appending(path: "feed.toml"), atomically: true, encoding: .utf8)
    }

    private func add(_ numbers: Int...) {
        server.items.withLock { $0 = numbers.reversed() + $0 }
    }

    private func ids(_ line: String) async throws -> [String] {
        let output = try await fixture.run(line + " --format tsv").output
        let column = line.hasPrefix("items") ? 1 : 0
        return output.split(separator: "\n").dropFirst().map { String($0.split(separator: "\t")[column]) }
    }

    @Test("older items are in their own list, and in no other")
    func older() async throws {
        #expect(try await fixture.run("items list --older").output.contains("nothing has fallen over the edge"))
        _ = try await fixture.run("sync")
        add(10)
        _ = try await fixture.run("sync")
        #expect(try await ids("items list") == ["10", "9", "8", "7"])
        #expect(try await ids("items list --older") == ["6"])
        #expect(
            try await fixture.run("items list --older --json").output
                == #"[{"collection":"list","id":"6","position":0,"version":null,"payload":{"id":6,"title":"item 6"}}]"#
                + "\n")
        for line in ["export list --format ndjson", "feed", "items list", "find item", "sql \"select * from list\""] {
            let output = try await fixture.run(line).output
            #expect(output.contains("item 7") && !output.contains("item 6"), "\(line): \(output)")
        }
        #expect(try await fixture.run("status --json").output.contains(#""name":"list","items":4"#))
        #expect(try await fixture.run("count list").output.hasPrefix("4"))
        add(11)
        _ = try await fixture.run("sync")
        #expect(try await ids("items list --older --order 'id'") == ["6", "7"])
        #expect(try await ids("items list --older --where 'id > 6'") == ["7"])
        #expect(
            try await fixture.run("items list --older --fields position,id,title --order id --format csv").output
                == "position,id,title\r\n1,6,item 6\r\n0,7,item 7\r\n")
        let usage = try await fixture.run("items list --older --removed")
        #expect(usage.status == .usage && usage.errors.contains("--older excludes"))
    }

    @Test("diff, watch and browse tell what fell over the edge from what is gone")
    func changes() async throws {
        _ = try await fixture.run("sync")
        let cache = try fixture.shell.cache(SharedOptions.parse([]))
        var observer = OutlineObserver(cache)
        try observer.remember()
        server.items.withLock { $0 = [11, 10] + $0.filter { $0 != 9 } }
        _ = try await fixture.run("sync")
        let watched = try observer.look { try WatchScreen(options: SharedOptions.parse([]), limit: 9).list(of: $0) }
        let kinds = Dictionary(uniqueKeysWithValues: try #require(watched).records.map { ($0.id, $0.kind) })
        #expect((kinds["9"], kinds["6"], kinds["10"]) == (.delete, .older, .insert))
        let lines = try await fixture.run("diff --format tsv").output.split(separator: "\n")
        var panel = try await BrowsedFeed(cache).changes()
        let style = Style(.never, environment: [:], isTerminal: false)
        let screen = BrowseScreen(columns: 100, rows: 40, style: style, glyphs: .unicode)
        for lines in [lines.map(String.init), screen.lines(&panel, BrowseScreen.Notes())] {
            #expect(lines.contains { $0.contains("−") && $0.contains("item 9") })
            #expect(lines.contains { $0.contains("↓") && $0.contains("item 6") })
        }
    }

    @Test("show says that an item is older; more brings it back to the screen; prune drops it")
    func showAndPrune() async throws {
        _ = try await fixture.run("sync")
        add(10, 11)
        _ = try await fixture.run("sync")
        #expect(try await fixture.run("show list 6").output.contains("fallen over the edge"))
        let json = try await fixture.run("show list 6 --json").output
        #expect(json.contains(#""position":null"#) && json.contains(#""removed":null,"older":true"#))
        _ = try await fixture.run("more list")
        #expect(try await fixture.run("show list 6 --json").output.contains(#""position":5,"#))
        _ = try await fixture.run("sync")
        #expect(try await fixture.run("prune").output == "nothing to drop\n")
        #expect(try await fixture.run("prune --older").output.contains(", 2 older items\n"))
        #expect(try await fixture.run("show list 6").status == .noInput)
        #expect(try await ids("items list") == ["11", "10", "9", "8"])
        #expect(try await fixture.run("check").status == .done)
    }

    @Test("a command of --on-change can tell what fell over the edge from what is gone")
    func onChange() async throws {
        _ = try await fixture.run("sync")
        server.items.withLock { $0 = [11, 10] + $0.filter { $0 != 9 } }
        let changes = fixture.folder.appending(path: "changes").path
        _ = try await fixture.run("sync --on-change 'cat > \(changes)'")
        let lines = try String(contentsOfFile: changes, encoding: .utf8).split(separator: "\n")
        #expect(lines.contains { $0.contains("\"−\"") && $0.contains("item 9") })
        #expect(lines.contains { $0.contains("\"↓\"") && $0.contains("item 6") })
        #expect(lines.count == 4)
        let stream = try await fixture.run("changes").output.split(separator: "\n")
        let older = stream.filter { $0.contains(#""removed_by":"older""#) }
        #expect(!older.isEmpty && older.allSatisfy { $0.contains(#""live":false"#) && $0.contains(#""place":null"#) })
    }
}
