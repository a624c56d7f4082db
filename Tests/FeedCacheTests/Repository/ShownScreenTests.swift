import FeedCache
import FeedMock
import FeedSource
import Foundation
import TestSupport
import Testing

@Suite("What an app shows")
struct ShownScreenTests {
    private let folder: TemporaryFolder
    private let server = ListServer()
    private let clock = StoppedClock()

    init() throws { folder = try TemporaryFolder() }

    private func open() async throws -> FeedRepository {
        try await FeedRepository(
            manifest: ListServer.manifest(), databaseURL: URL(filePath: folder.path("feed.db")),
            configuration: .init(transport: server, clock: clock))
    }

    // MARK: Sections

    @Test("has sections of a server's own form, with all that they hold, also before they are asked for in that form")
    func shapedSections() async throws {
        struct Style: Decodable, Equatable { let colour: String }
        let usual = try await open()
        try await usual.sync()
        server.arrange(
            #"{"modules":[{"kind":"grid","list":"list","key":"m","as":"mosaic","colour":"red","name":"N"},{"kind":"own","items":[{"id":1}]}]}"#
        )
        let repository = try await FeedRepository(
            manifest: ListServer.manifest(
                sections: .init(
                    path: "sections", items: "modules", id: "key", type: "kind", title: "name", layout: "as",
                    collection: "list")),
            databaseURL: URL(filePath: folder.path("feed.db")), configuration: .init(transport: server))
        #expect(try await repository.screen().sections.map(\.id) == ["top", "all"])
        #expect(try await usual.sync().sections?.outcome == .failed)
        #expect(try await repository.sync().sections?.outcome == .complete)
        let sections = try await repository.screen().sections
        #expect(sections.map(\.id) == ["m", "own"] && sections.map(\.rowCount) == [12, 1])
        #expect(sections.map(\.title) == ["N", ""] && sections.map(\.layout) == ["mosaic", "list"])
        #expect(try sections[0].decode(Style.self) == Style(colour: "red"))
        #expect(sections[1].payload == #"{"kind":"own"}"#)
        #expect(try await usual.screen().sections.map(\.id) == ["list"])
        #expect(try await repository.sync().sections?.outcome == .unchanged)
    }

    // MARK: Row IDs

    @Test("has an ID for each row, unique among those of the demo, after a sync and in a window, too")
    func demoIDs() async throws {
        try await withMockServer { server, baseURL in
            let repository = try await FeedRepository(
                manifest: FeedManifest(toml: Manifest.gourmetText(baseURL: baseURL)),
                databaseURL: URL(filePath: folder.path("demo.db")))
            try await repository.sync()
            let before = try await repository.screen().sections
            let ids = before.flatMap(\.rowIDs)
            #expect(ids.count == before.map(\.rowCount).reduce(0, +) && ids.count > 200)
            #expect(Set(before.flatMap(\.rows).map(\.id)).count < ids.count)
            #expect(Set(ids).count == ids.count)
            server.clock.advance(by: 3)
            try await repository.sync()
            let after = try await repository.screen().sections.flatMap(\.rowIDs)
            #expect(Set(after).count == after.count && Set(after).intersection(ids).count > 200)
            let window = try await repository.screen(rows: 3..<8).sections
            #expect(Set(window.flatMap(\.rowIDs)).isSubset(of: after))
        }
    }

    @Test("tells an ad that fills two slots of a section apart, also where a window has one of them only")
    func repeatedAd() async throws {
        server.fill(["A", "A"])
        server.arrange(
            #"""
            {"sections":[\#(ListServer.section("top")),
            {"id":"own","sectionType":"list","sectionTitle":"","items":[{"id":"1"},{"id":"1"},{"id":"A"}]}]}
            """#)
        let repository = try await open()
        try await repository.sync()
        let viewport = try await repository.viewport(of: "top")
        _ = try await repository.show(0..<2, in: viewport)
        _ = try await repository.show(0..<5, in: viewport)
        let screen = try await repository.screen()
        let ids = screen.sections.flatMap(\.rowIDs)
        #expect(ids.count == 14 + 3 && Set(ids).count == ids.count)
        let ads = ids.filter { $0.identity == .ad("A") }
        #expect(ads.map(\.occurrence) == [1, 2] && ads.map(\.section) == ["top", "top"])
        for first in 0..<14 {
            let window = try await repository.screen(rows: first..<first + 4)
            #expect(window["top"]?.rowIDs == Array(screen.sections[0].rowIDs.dropFirst(first).prefix(4)))
        }
    }

    // MARK: Taps and looks

    @Test("is what a tap and a look count for, whatever has moved since", arguments: SeededGenerator.seeds(12))
    func shownCounts(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        server.fill((1...40).map { "ad-\($0 % 9)" })
        let repository = try await open()
        let other = try await open()
        try await repository.sync()
        let viewport = try await repository.viewport(of: "top")
        for step in 0..<12 {
            let comment: Comment = "seed \(seed), step \(step)"
            let first = Int.random(in: 0..<8, using: &random)
            let screen = try await repository.screen(
                rows: Bool.random(using: &random) ? 0..<Int.max : first..<first + 6)
            if Int.random(in: 0..<4, using: &random) > 0 {
                server.change { Self.change(&$0, by: "\(100 + step)", &random) }
                try await other.sync()
            }
            _ = server.events()
            try await repository.deliverEvents()
            _ = server.events()

            let section = try #require(screen.sections.filter { !$0.rows.isEmpty }.randomElement(using: &random))
            let index = Int.random(in: section.rows.indices, using: &random)
            try await repository.recordTap(section.rowIDs[index], on: screen)
            try await repository.deliverEvents()
            #expect(server.events() == [.init("tap", index, of: section)], comment)

            let top = try #require(screen["top"])
            let start = Int.random(in: top.rows.indices, using: &random)
            let range = start..<min(top.rows.count, start + 4)
            for _ in 0..<2 {
                try await viewport.show(Array(top.rowIDs[range]) + (screen["all"]?.rowIDs ?? []), on: screen)
                clock.step(by: 2)
            }
            try await viewport.show(Array(top.rowIDs[range]), on: screen)
            await viewport.hide()
            try await repository.deliverEvents()
            let seen = server.events()
            let shown = range.map { ListServer.Event("impression", $0, of: top) }
            let ads = seen.compactMap(\.ad)
            #expect(Set(ads).isSubset(of: shown.compactMap(\.ad)), comment)
            #expect(seen.filter { $0.ad == nil } == shown.filter { $0.ad == nil }, comment)
        }
    }

    private static func change(_ ids: inout [String], by new: String, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: ids.insert(new, at: .random(in: 0...ids.count, using: &random))
        case 1: ids.swapAt(.random(in: ids.indices, using: &random), .random(in: ids.indices, using: &random))
        default: ids.shuffle(using: &random)
        }
    }

    @Test("a tap on what that screen does not show is refused")
    func unknownTap() async throws {
        let repository = try await open()
        try await repository.sync()
        let (whole, part) = (try await repository.screen(), try await repository.screen(rows: 0..<3))
        let error = await #expect(throws: FeedError.self) {
            try await repository.recordTap(whole.sections[0].rowIDs[5], on: part)
        }
        #expect(error?.code == .unknownName && error?.message == "there is no row “6”")
    }
}
