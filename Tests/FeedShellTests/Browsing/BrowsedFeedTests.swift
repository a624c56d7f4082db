import FeedCache
import FeedMock
import FeedModel
import TerminalKit
import Testing

@testable import FeedShell

/// Browsing a cache that was synced from the mock API.
@Suite struct BrowsedFeedTests {
    private static let plain = Style(.never, environment: [:], isTerminal: false)

    private func withFeed(_ body: (FeedEngine, BrowsedFeed, MockServer) async throws -> Void) async throws {
        var configuration = MockConfiguration()
        configuration.ads = AdPolicy(fillRate: 1, failureRate: 0)
        try await withMockServer(configuration) { server, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            let cache = try fixture.shell.cache(SharedOptions.parse([]))
            _ = try await cache.sync()
            try await body(cache, BrowsedFeed(cache), server)
        }
    }

    @Test("The rows are those of the feed, and an item is found where it is now")
    func reading() async throws {
        try await withFeed { cache, feed, _ in
            let page = try await feed.read(BrowseRequest(anchors: [], top: 0, height: 10_000))
            let sections = try cache.read { snapshot in
                try snapshot.sections().map { try snapshot.rows(of: $0, offset: 0, limit: .max) }
            }
            #expect(page.outline.parts.map(\.section) == sections.map(\.section))
            for (offset, section) in sections.enumerated() where section.rowCount > 0 {
                #expect(page.windows[offset]?.rows == section.rows)
            }
            let photos = try #require(page.outline.section("photos"))
            let identity = try #require(page.windows[photos]?.rows[7].identity)
            let anchor = BrowseRequest.Anchor(section: "photos", row: 2, identity: identity, index: 0, line: 0)
            let found = try await feed.read(BrowseRequest(anchors: [anchor], top: 0, height: 5))
            #expect(found.anchor?.position == RowPosition(section: photos, row: 7))
            #expect(found.windows[photos]?.rows.contains { $0.identity == identity } == true)
        }
    }

    @Test("A text is found forward and back, and one that is nowhere is not")
    func finding() async throws {
        try await withFeed { cache, feed, _ in
            let last = try cache.read { try $0.rows(of: $0.section("articles"), offset: 20, limit: 1) }.rows[0]
            let title = ItemSummary.title(of: last.payload)
            let start = BrowsePlace(section: "photos", row: 3, identity: .content(""))
            for isForward in [true, false] {
                let place = try #require(try await feed.find(title, from: start, isForward: isForward))
                let row = try cache.read { try $0.rows(of: $0.section(place.section), offset: place.row, limit: 1) }
                #expect(row.rows.first?.identity == place.identity)
                #expect(row.rows.first?.payload.contains(title) == true)
            }
            #expect(try await feed.find("no such text anywhere", from: start, isForward: true) == nil)
            #expect(try await feed.find("", from: start, isForward: true) == nil)
        }
    }

    @Test("A search goes from row to row around the feed, ads too, as looking at each one does")
    func searchOrder() async throws {
        try await withFeed { cache, feed, _ in
            let top = VisibleRows(section: "articles", first: 0, last: 5)
            _ = try await feed.look(BrowseLook(stayed: .zero, rows: [top], wasAway: false))
            #expect(try await feed.ask("articles").requested > 0)
            let sections = try cache.read { snapshot in
                try snapshot.sections().map { try snapshot.rows(of: $0, offset: 0, limit: .max) }
            }
            let all = sections.flatMap { section in
                section.rows.enumerated().map { (section: section.section.id, row: $0, shown: $1) }
            }
            #expect(all.contains { if case .ad = $0.shown { true } else { false } })
            for (text, isForward) in [("ramen", true), ("ramen", false), ("ad-", true), ("ad-", false), ("a", false)] {
                let search = try #require(TextSearch(text))
                for start in stride(from: 0, to: all.count, by: 7) {
                    let others = all[(start + 1)...] + all[...start]
                    let around = isForward ? Array(others) : Array((all[start...] + all[..<start]).reversed())
                    let expected = around.first { row in
                        var payload = row.shown.payload
                        return payload.withUTF8 { search.matches(UnsafeRawBufferPointer($0)) }
                    }
                    let from = BrowsePlace(
                        section: all[start].section, row: all[start].row, identity: all[start].shown.identity)
                    let found = try await feed.find(text, from: from, isForward: isForward)
                    #expect(found?.section == expected?.section && found?.row == expected?.row, "\(text) from \(from)")
                    #expect(found?.identity == expected?.shown.identity)
                }
            }
        }
    }

    @Test("A section remembers the topmost row that was on screen")
    func place() async throws {
        try await withFeed { cache, feed, _ in
            func row() throws -> Int { try cache.read { try $0.rows(of: $0.section("articles")).firstShown } }
            #expect(try row() == 0)
            let rows = VisibleRows(section: "articles", first: 7, last: 12)
            _ = try await feed.look(BrowseLook(stayed: .zero, rows: [rows], wasAway: false))
            #expect(try row() == 7)
        }
    }

    @Test("A search whose task is cancelled ends")
    func stoppedSearch() async throws {
        try await withFeed { _, feed, _ in
            let start = BrowsePlace(section: "photos", row: 3, identity: .content(""))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await feed.find("no such text anywhere", from: start, isForward: true)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("Ads are asked for just before they show, and count once they were on screen for long enough")
    func ads() async throws {
        try await withFeed { cache, feed, _ in
            let top = VisibleRows(section: "articles", first: 0, last: 5)
            let seen = try await feed.look(BrowseLook(stayed: .zero, rows: [top], wasAway: false))
            #expect(seen.wanting == ["articles"] && seen.impressions == 0)
            #expect(try await feed.ask("articles").requested > 0)
            let rows = try cache.read { try $0.rows(of: $0.section("articles"), offset: 4, limit: 6) }.rows
            #expect(rows.contains { if case .ad = $0 { true } else { false } })
            let below = VisibleRows(section: "articles", first: 4, last: 9)
            #expect(
                try await feed.look(BrowseLook(stayed: .seconds(1), rows: [below], wasAway: false)).impressions == 0)
            let later = BrowseLook(stayed: .milliseconds(900), rows: [below], wasAway: true)
            #expect(try await feed.look(later).impressions == 0)
            #expect(try await feed.look(BrowseLook(stayed: .seconds(1), rows: [], wasAway: false)).impressions == 1)
            #expect(try await feed.ask("gone").requested == 0)
            let gone = VisibleRows(section: "gone", first: 0, last: 1)
            #expect(try await feed.look(BrowseLook(stayed: .zero, rows: [gone], wasAway: false)).wanting == [])
        }
    }

    @Test("A sync says what it brought, and the changes are those of diff; an item is shown with its history")
    func syncing() async throws {
        try await withFeed { cache, feed, server in
            let version = try feed.version()
            server.clock.advance(by: 6)
            let summary = try await feed.sync { _ in }
            #expect(summary.hasPrefix("synced: ") && summary != "synced: nothing new")
            #expect(try feed.version() != version)
            let screen = BrowseScreen(columns: 100, rows: 40, style: Self.plain, glyphs: .unicode)
            var changes = try await feed.changes()
            #expect(screen.lines(&changes, BrowseScreen.Notes())[1].hasPrefix("change"))
            let row = try cache.read { try $0.rows(of: $0.section("photos"), offset: 0, limit: 1) }.rows[0]
            let place = BrowsePlace(section: "photos", row: 0, identity: row.identity)
            var item = try await feed.panel(of: row, at: place)
            #expect(screen.lines(&item, BrowseScreen.Notes()).contains { $0.hasPrefix("first seen  ") })
        }
    }
}
