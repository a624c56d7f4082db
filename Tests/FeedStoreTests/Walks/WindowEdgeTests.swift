import FeedModel
import Testing

@testable import FeedStore

@Suite("The edge of a window in the store")
struct WindowEdgeTests {
    private let store: StoreFixture

    init() throws {
        store = try StoreFixture()
    }

    /// Reads `pages` as a walk that ends at the edge after the last of them. `a2` is version 2 of item `a`.
    @discardableResult
    private func walk(_ pages: [[String]], total: Int? = nil) throws -> WalkFinishResult {
        let window = store.collection.walk(in: store.run.id, hasWindow: true)
        let state = try window.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        for (index, ids) in pages.enumerated() {
            let (page, decoded) = TestItem.listPage(
                ids.map { TestItem(String($0.prefix(1)), version: Int($0.dropFirst()) ?? 1) },
                address: "list?page=\(index + 1)", sequence: store.nextSequence(),
                next: "\(index + 2)", total: total)
            var whole = page.holding(decoded)
            whole.isEdge = index == pages.count - 1
            _ = try window.write([whole], walk: state.number, now: store.now)
        }
        return try window.finish(
            walk: state.number, WalkFinishOptions(sequence: store.nextSequence()), now: store.now)
    }

    private var older: [String] {
        get throws {
            try store.database.read(source: "test") {
                try $0.list("list").older.window(offset: 0, limit: .max).map(\.key)
            }
        }
    }

    @Test("what was before an item on its page that was met is missing, what is after all that were met is older")
    func edge() throws {
        try walk([["1", "2"], ["3", "4"], ["5", "6"]])
        let end = try walk([["n", "2"], ["3", "4"], ["o", "7"]], total: 9_000)
        #expect((end.kept, end.removed, end.wantsSecondWalk, end.warnings) == (1, 0, true, []))
        #expect(try store.ids == ["n", "2", "3", "4", "o", "7", "1"])
        #expect(try older == ["5", "6"])
        #expect(try walk([["n", "2"], ["3", "4"], ["o", "7"]], total: 9_001).removed == 1)
        #expect(try older == ["5", "6"])
        #expect(try store.inconsistencies == [])
    }

    @Test("the last of a page is missing where the total stood still and the walk had not brought the page after it")
    func lastOfPage() throws {
        let pages = [["1", "2"], ["3", "4"], ["5", "6"]]
        try walk(pages, total: 9)
        try store.nextRun()
        try walk(pages, total: 9)
        #expect(try walk([["1", "3"], ["4", "5"], ["6", "7"]], total: 8).kept == 1)
        #expect(try walk([["1", "3"], ["4", "5"], ["6", "7"]], total: 8).removed == 1)
        #expect(try older == [])
        #expect(try store.inconsistencies == [])
    }

    @Test("else the last of a page stays for one walk, and is older then", arguments: [nil, 9])
    func lastOfPageWithoutOrder(total: Int?) throws {
        try walk([["1", "2"], ["3", "4"], ["5", "6"]], total: total)
        #expect(try walk([["1", "3"], ["4", "5"], ["6", "7"]]).kept == 1)
        #expect(try walk([["1", "3"], ["4", "5"], ["6", "7"]]).kept == 0)
        #expect(try older == ["2"])
        #expect(try store.inconsistencies == [])
    }

    @Test("an item that moved while a walk read the list, and keeps its old place, says nothing of what was before it")
    func movedMeanwhile() throws {
        try walk([["1", "2"], ["3", "4"]])
        try walk([["1", "2"], ["22", "3"]])
        for _ in 0..<7 { #expect(try walk([["n", "22"], ["3", "4"]]).removed == 0) }
        #expect(try older == ["1"])
        #expect(try store.inconsistencies == [])
    }

    @Test("what is missing is older once a walk does not come as far as it was")
    func missingFalls() throws {
        try walk([["1", "2"], ["3", "4"], ["5", "6"]])
        #expect(try walk([["2", "3"], ["4", "5"], ["6", "7"]]).kept == 1)
        #expect(try walk([["a", "b"], ["c", "d"], ["e", "f"]]).kept == 0)
        #expect(try older == ["2", "3", "4", "5", "6", "7", "1"])
        for _ in 0..<7 { #expect(try walk([["a", "b"], ["c", "d"], ["e", "f"]]).removed == 0) }
        #expect(try store.inconsistencies == [])
    }

    @Test("a walk that meets nothing it knows judges nothing")
    func allNew() throws {
        try walk([["1", "2"], ["3", "4"]])
        let end = try walk([["a", "b"], ["c", "d"]])
        #expect((end.kept, end.isHeldBack, end.wantsSecondWalk) == (0, false, false))
        #expect(try older == ["1", "2", "3", "4"])
        try walk([["1", "2"], ["a", "b"]])
        #expect(try store.ids == ["1", "2", "a", "b"])
        #expect(try older == ["c", "d", "3", "4"])
    }

    @Test("where the list ends within the window, all that is missing counts")
    func shortList() throws {
        try walk([["1", "2"], ["3", "4"]])
        #expect(try store.walkThrough([["1", "2"]])?.kept == 2)
        #expect(try store.walkThrough([["1", "2"]])?.removed == 2)
        #expect(try older == [])
    }

    @Test("prune drops older items with their history, and says how many")
    func prune() throws {
        try walk([["1", "2"], ["3", "4"]])
        try store.nextRun()
        try walk([["a", "1"], ["2", "3"]])
        #expect(try store.database.prune(PruneOptions(), now: store.now).isEmpty)
        var options = PruneOptions()
        options.dropsOlder = true
        #expect(try store.database.prune(options, now: store.now).older == 1)
        #expect(try store.database.prune(options, now: store.now).isEmpty)
        #expect(try store.ids == ["a", "1", "2", "3"])
        #expect(try store.database.read(source: "test") { try $0.list("list").record(of: "4") } == nil)
        #expect(try store.inconsistencies == [])
    }

    @Test(
        "the change stream says of an older item that it has left the window, and of one that comes back that it is there"
    )
    func stream() throws {
        try walk([["1", "2"], ["3", "4"]])
        var reader = ChangeReader(store.database, program: "p", host: "h") { Instant(seconds: 0) }
        while try !reader.next().isComplete {}
        try store.nextRun()
        try walk([["a", "1"], ["2", "3"]])
        var lines = try reader.next().lines.filter { $0.kind == .item }
        let fallen = try #require(lines.first { $0.id == "4" })
        #expect((fallen.isLive, fallen.removedBy, fallen.place) == (false, "older", nil))
        #expect(fallen.body != nil)
        #expect(lines.filter { $0.isLive == false }.count == 1)
        try store.nextRun()
        try walk([["1", "2"], ["3", "4"]])
        lines = try reader.next().lines.filter { $0.kind == .item }
        #expect(lines.contains { $0.id == "4" && $0.isLive == true && $0.place != nil })
    }
}
