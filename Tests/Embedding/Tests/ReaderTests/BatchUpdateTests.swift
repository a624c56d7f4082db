import FeedCache
import FeedMock
import Foundation
import Testing
import ViewStandIns

@testable import Reader

@MainActor
@Suite("A stage that is applied to a list view", .timeLimit(.minutes(10)))
struct BatchUpdateTests {
    /// Carries out the way from one screen to others, and gives back the view.
    private func view(
        of first: FeedScreen, to screens: [FeedScreen], isInWindow: Bool = true, _ comment: Comment = ""
    ) -> ListView {
        let shown = Shown(first)
        let view = ListView(isInWindow: isInWindow) { shown.screen }
        for next in screens {
            for stage in FeedChange(from: shown.screen, to: next).stages {
                stage.apply(to: view) { shown.screen = $0 }
            }
            #expect(view.problems == [] && view.isUpToDate && shown.screen == next, comment)
        }
        return view
    }

    @Test("passes what UIKit checks, and shows what there is, whatever has changed")
    func random() {
        for seed in UInt64(1)...3_000 {
            var dice = ScreenDice(seed: seed)
            let screens = (0..<4).map { _ in dice.screen() }
            _ = view(of: FeedScreen(sections: []), to: screens, "seed \(seed)")
        }
    }

    @Test("follows the mock's world")
    func world() {
        let screens = (0..<40).map { FeedScreen.sample(seed: 3, tick: $0) }
        #expect(view(of: screens[0], to: Array(screens.dropFirst())).batches >= 39)
    }

    @Test("reloads a view that is in no window, and one that has nothing to do is left alone")
    func special() {
        let screens = [FeedScreen.sample(rows: 3), .sample(tick: 9, rows: 3)]
        #expect(view(of: screens[0], to: [screens[1]], isInWindow: false).batches > 0)
        let section = FeedSection(id: "a", rows: [])
        let longer = FeedSection(id: "a", rows: [], rowCount: 9)
        let (few, many) = (FeedScreen(sections: [section]), FeedScreen(sections: [longer]))
        #expect(view(of: few, to: [many, many]).batches == 0)
    }

    @Test("shows a repository in a table or collection view")
    func repository() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withMockServer { server, baseURL in
            let reader = try await Reader(
                baseURL: baseURL, databaseURL: folder.appending(path: "feed.db"),
                configuration: .init(variables: { ["TOKEN": "t-1"] }))
            let source = FeedDataSource()
            let view = ListView { source.screen }
            let showing = Task { try await source.show(reader.repository, in: view) }
            for _ in 0..<5 {
                try await reader.repository.sync()
                let present = try await reader.repository.screen(rows: 0..<50)
                while source.screen != present { await Task.yield() }
                #expect(view.problems == [] && view.isUpToDate)
                server.clock.advance(by: 3)
            }
            #expect(view.batches > 1)
            showing.cancel()
            try await showing.value
        }
    }

    @Test("is held by a view that finds what UIKit does not take")
    func checking() {
        func row(_ id: Int) -> FeedRow { .content(index: 0, id: "\(id)", version: nil, payload: "{}") }
        func screen(_ sections: [[Int]]) -> FeedScreen {
            FeedScreen(sections: zip(["a", "b", "c"], sections).map { FeedSection(id: $0, rows: $1.map(row)) })
        }
        func check(_ old: [[Int]], _ new: [[Int]], _ problem: String, _ updates: @escaping (ListView) -> Void) {
            let shown = Shown(screen(old))
            let view = ListView { shown.screen }
            view.reloadData()
            view.performBatch {
                shown.screen = screen(new)
                updates(view)
            }
            #expect(view.problems.contains(problem), "\(view.problems)")
        }
        check([], [[1]], "0 sections, and 1 after the update") { $0.insertItems(at: [[0, 0]]) }
        check([[1, 2]], [[1, 2]], "1 rows in section 0, and 2 after the update") { $0.deleteItems(at: [[0, 0]]) }
        check([[1, 2]], [[2]], "it shows something else than its data source has") { $0.deleteItems(at: [[0, 1]]) }
        check([[1, 2]], [[2]], "a place that was not there before") { $0.deleteItems(at: [[0, 2]]) }
        check([[1]], [[1, 2]], "a place that is not there after") { $0.insertItems(at: [[0, 2]]) }
        check([[1, 2]], [[2, 1]], "a row leaves twice") {
            $0.deleteItems(at: [[0, 0]])
            $0.moveItem(at: [0, 0], to: [0, 1])
        }
        check([[1]], [[1, 2]], "a row arrives twice") { $0.insertItems(at: [[0, 1], [0, 1]]) }
        check([[1, 2]], [[2, 1]], "a reload among other changes") {
            $0.moveItem(at: [0, 0], to: [0, 1])
            $0.reloadItems(at: [[0, 1]])
        }
        check([[1], [2]], [[1, 2]], "a row leaves a section that goes or moves") {
            $0.moveItem(at: [1, 0], to: [0, 1])
            $0.deleteSections([1])
        }
        check([[1, 2]], [[1], [2]], "a row arrives in a section that comes or moves") {
            $0.insertSections([1])
            $0.moveItem(at: [0, 1], to: [1, 0])
        }
        check([[1], [2]], [[1]], "a section leaves twice") {
            $0.deleteSections([1])
            $0.moveSection(1, toSection: 0)
        }
        check([[1]], [[1]], "a row of a section that is reloaded, too") {
            $0.reloadSections([0])
            $0.reloadItems(at: [[0, 0]])
        }
        let view = ListView { screen([[1]]) }
        view.deleteSections([0])
        #expect(view.problems == ["a change outside of a batch"])
    }
}

/// What a data source answers from.
@MainActor private final class Shown {
    var screen: FeedScreen

    init(_ screen: FeedScreen) { self.screen = screen }
}

/// Screens that have much in common: sections and rows that come, go, move and change, rows also from one section to
/// another; now and then one ID twice.
private struct ScreenDice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func screen() -> FeedScreen {
        let names = Array("abcde".shuffled(using: &self).prefix(Int.random(in: 0...5, using: &self)))
        var ids = Array((1...20).shuffled(using: &self).prefix(Int.random(in: 0...20, using: &self)))
        if chance(10), let first = ids.first { ids.append(first) }
        var rows = Array(repeating: [FeedRow](), count: max(1, names.count))
        for id in ids {
            let section = chance(70) ? id % rows.count : Int.random(in: 0..<rows.count, using: &self)
            let payload = chance(80) ? "{}" : #"{"changed": true}"#
            let index = rows[section].count
            rows[section].append(
                id.isMultiple(of: 6)
                    ? .ad(slot: index, serial: 0, id: "\(id)", payload: payload)
                    : .content(index: index, id: "\(id)", version: nil, payload: payload))
        }
        return FeedScreen(
            sections: zip(names, rows).map { name, rows in
                FeedSection(id: "\(name)", title: chance(80) ? "old" : "new", rows: rows)
            })
    }
}
