import FeedModel
import GRDB
import Testing

@testable import FeedStore

@Suite("A walk in the store")
struct WalkStoreTests {
    @Test("a whole walk leaves the server's order")
    func order() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3", "4"], ["5"]])
        #expect(try store.ids == ["1", "2", "3", "4", "5"])
        #expect(try store.inconsistencies == [])
    }

    @Test("while a walk is under way, what it has seen leads and the rest follows in its old order")
    func halfWay() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3", "4"], ["5", "6"]])
        try store.walkThrough([["9", "1"], ["2", "3"]], finishes: false)
        #expect(try store.ids == ["9", "1", "2", "3", "4", "5", "6"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a lower version counts as older where an earlier walk had the greater one, not on a page of the same walk")
    func olderVersions() throws {
        let store = try StoreFixture()
        func items(_ version: Int) -> [TestItem] { ["1", "2", "3"].map { TestItem($0, version: version) } }
        var walk = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now).number
        #expect(try store.write(items(9), page: 1, of: 2, walk: walk).olderVersions == 0)
        let replica = try store.write(items(5), page: 2, of: 2, walk: walk)
        #expect((replica.counts.stale, replica.olderVersions) == (3, 0))
        walk = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now).number
        #expect(try store.write(items(5), page: 1, of: 1, walk: walk).olderVersions == 3)
    }

    @Test("so does one where an earlier walk had the tombstone, not where the same walk or answer has it")
    func olderThanTombstones() throws {
        let store = try StoreFixture()
        func items(_ version: Int, gone: Bool = false) -> [TestItem] {
            ["1", "2"].map { TestItem($0, version: version, isTombstone: gone) }
        }
        func begin() throws -> Int64 {
            try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now).number
        }
        var walk = try begin()
        try store.write(items(5), page: 1, of: 3, walk: walk)
        try store.write(items(9, gone: true) + [TestItem("3")], page: 2, of: 3, walk: walk)
        #expect(try store.write(items(5), page: 3, of: 3, walk: walk).olderVersions == 0, "the same walk")
        walk = try begin()
        for answer in [items(5) + items(9, gone: true), items(9, gone: true) + items(5)] {
            #expect(try store.write(answer, page: 1, of: 3, walk: walk).olderVersions == 0, "the same answer")
        }
        walk = try begin()
        #expect(try store.write(items(9), page: 1, of: 2, walk: walk).olderVersions == 0, "the same version")
        #expect(try store.write(items(5), page: 2, of: 2, walk: walk).olderVersions == 2)
        #expect(try store.ids == ["3"])
        let messages = try store.database.read(source: "test") { reader in
            try reader.problems(collection: nil, limit: 99).map(\.problem.message)
        }
        let same = "version 9 loses against its removal: a deletion outranks content of the same version"
        #expect(messages.contains(same) && messages.contains("version 5 loses against its removal: a lower version"))
    }

    @Test("what two whole walks did not see is removed and can be looked up")
    func absence() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3"]])
        try store.nextRun()
        let first = try store.walkThrough([["1", "3"]])
        #expect((first?.removed, first?.kept, first?.wantsSecondWalk) == (0, 1, true))
        #expect(try store.ids == ["1", "3", "2"])
        let end = try store.walkThrough([["1", "3"]])
        #expect((end?.removed, end?.kept) == (1, 0))
        #expect(try store.ids == ["1", "3"])
        let record = try store.database.read(source: "test") { try $0.list("list").record(of: "2") }
        #expect(record?.removal?.reason == .absent)
        #expect(record?.history.map(\.change) == ["removed"])
        #expect(try store.inconsistencies == [])
    }

    @Test("an item is known with the page, and the run that read it, on which the list had it last")
    func met() throws {
        let store = try StoreFixture()
        func met(_ key: String) throws -> [Int64?] {
            let met = try store.database.read(source: "test") { try $0.list("list").record(of: key)?.met }
            return [met.map { Int64($0.page) }, met?.run]
        }
        try store.walkThrough([["1", "2"], ["3", "4"], ["5"]])
        #expect(try met("1") == [1, 1] && met("4") == [2, 1] && met("5") == [3, 1])
        try store.nextRun()
        try store.walkThrough([["9", "1"], ["2", "3"]], finishes: false)
        #expect(try met("1") == [1, 2] && met("3") == [2, 2])
        #expect(try met("5") == [3, 1], "what this walk has not met")
        try store.nextRun()
        try store.walkThrough([["9", "1"], ["2", "3"], ["4"]])
        #expect(try met("5") == [nil, nil], "a page that the server has no more")
    }

    @Test("an item that was absent comes back, at any version", arguments: [1, 2, 3])
    func comesBack(version: Int) throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]], version: 2)
        try store.nextRun()
        for _ in 0..<2 { try store.walkThrough([["1", "3"]], version: 2) }
        #expect(try store.ids == ["1", "3"])
        try store.nextRun()
        try store.walkThrough([["1", "2", "3"]], version: version)
        #expect(try store.ids == ["1", "2", "3"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a tombstone removes, an older or equal copy does not bring back, a newer one does")
    func tombstone() throws {
        let store = try StoreFixture()
        func read(_ items: [TestItem]) throws -> ItemCounts {
            try store.nextRun()
            let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
            let counts = try store.write(items, page: 1, of: 1, walk: state.number).counts
            _ = try store.walk.finish(
                walk: state.number, WalkFinishOptions(sequence: store.nextSequence()), now: store.now)
            return counts
        }
        _ = try read([TestItem("1"), TestItem("2")])
        #expect(try read([TestItem("1"), TestItem("2", version: 2, isTombstone: true)]).removed == 1)
        #expect(try store.ids == ["1"])
        #expect(try read([TestItem("1"), TestItem("2", version: 2)]).stale == 1)
        #expect(try store.ids == ["1"])
        #expect(try read([TestItem("1"), TestItem("2", version: 3)]).inserted == 1)
        #expect(try store.ids == ["1", "2"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a walk that is resumed knows the pages it has seen")
    func loopGuard() throws {
        let store = try StoreFixture()
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        try store.write([TestItem("1"), TestItem("2")], page: 1, of: 9, walk: state.number)
        var loop = try store.walk.loopGuard(walk: state.number)
        #expect(throws: PaginationLoopError.addressSeenBefore) { try loop.ask("list?page=1") }
        try loop.receive(TestItem.page([TestItem("2"), TestItem("1")]))
        #expect(throws: PaginationLoopError.pageRepeated) {
            try loop.receive(TestItem.page([TestItem("2"), TestItem("1")]))
        }
        try loop.ask("list?page=2")
        try loop.receive(TestItem.page([TestItem("2"), TestItem("1", version: 2)]))
    }

    @Test("a validator speaks only for a page whose rows are all there")
    func validators() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3", "4"]], etags: true)
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        #expect(try store.walk.condition(forPage: 1, address: "list?page=1")?.validator.etag == "e0")
        #expect(try store.walk.condition(forPage: 1, address: "list?page=1&x") == nil)
        // 3 slides onto page 1: page 2 is no longer what its validator describes.
        try store.write([TestItem("1"), TestItem("3")], page: 1, of: 2, walk: state.number, etag: "new")
        #expect(try store.walk.condition(forPage: 2, address: "list?page=2") == nil)
    }

    @Test("a 304 marks all that the page held as seen, in all its parts, and the walk goes on after it")
    func notModified() throws {
        let store = try StoreFixture()
        let many = (1...600).map(String.init)
        try store.walkThrough([many, ["a"]], etags: true)
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        let after = try store.confirm(page: 1, walk: state.number, next: .page("2"))
        #expect((after.next, after.elements) == ("2", 600))
        try store.write([TestItem("b")], page: 2, of: 2, walk: state.number)
        let end = try store.walk.finish(
            walk: state.number, WalkFinishOptions(sequence: store.nextSequence()), now: store.now)
        #expect(end.kept == 1)
        #expect(try store.ids == many + ["b", "a"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a 304 confirms nothing where another URL answered, where the list goes on elsewhere, or where it may grow")
    func notModifiedElsewhere() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"], ["2"]], etags: true)
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        let redirected = ListPage(
            address: "list?page=1", answeredBy: "elsewhere", sequence: store.nextSequence(), content: .notModified(nil),
            next: .page("2"), serverTime: store.now)
        #expect(throws: WalkStore.Outdated.self) {
            try store.walk.confirm(redirected, walk: state.number, now: store.now)
        }
        #expect(throws: WalkStore.Outdated.self) {
            try store.confirm(page: 1, walk: state.number, next: .page("7"))
        }
        #expect(throws: WalkStore.Outdated.self) { try store.confirm(page: 1, walk: state.number, next: .end) }
        _ = try store.confirm(page: 1, walk: state.number, next: .page("2"))
        #expect(throws: WalkStore.Outdated.self) {
            try store.confirm(page: 2, walk: state.number, next: .unknown)
        }
        _ = try store.confirm(page: 2, walk: state.number, next: .end)
    }

    @Test("a page with an item that was set aside is asked for whole the next time")
    func noValidatorWithRejections() throws {
        let store = try StoreFixture()
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        let (page, decoded) = TestItem.listPage([TestItem("1")], sequence: store.nextSequence(), etag: "e")
        let nameless = DecodedItem(
            payload: decoded.items[0].payload, identity: .rejected(.missingID(path: "id")), versionText: nil,
            version: .none, isTombstone: false)
        _ = try store.walk.write(
            page, DecodedPage(body: decoded.body, items: decoded.items + [nameless]), walk: state.number,
            now: store.now)
        #expect(try store.walk.condition(forPage: 1, address: "list") == nil)
    }

    @Test("under another fingerprint neither validators nor versions of before count")
    func otherFingerprint() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"]], version: 7, etags: true)
        #expect(try store.collection.state().knownVersion == "7")
        let state = try store.walk.begin(kind: .sync, fingerprint: "g", first: "1", now: store.now)
        #expect(state.certainVersion == nil)
        #expect(try store.walk.condition(forPage: 1, address: "list?page=1") == nil)
    }

    @Test("what is certain is what was known when the walk began, or is on its first page")
    func certainVersion() throws {
        let store = try StoreFixture()
        let first = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        try store.write([TestItem("1", version: 3)], page: 1, of: 2, walk: first.number)
        try store.write([TestItem("2", version: 9)], page: 2, of: 2, walk: first.number)
        _ = try store.walk.finish(walk: first.number, WalkFinishOptions(sequence: store.nextSequence()), now: store.now)
        #expect(try store.collection.state().deltaStart == "3")
        let second = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        #expect(second.certainVersion == "9")
    }

    @Test("a list that shifts by one moves one item a page")
    func fewMoves() throws {
        let store = try StoreFixture()
        let before = (1...100).map(String.init)
        try store.walkThrough(stride(from: 0, to: 100, by: 10).map { Array(before[$0..<$0 + 10]) })
        try store.nextRun()
        let after = ["new"] + before.dropLast()
        try store.walkTwice(stride(from: 0, to: 100, by: 10).map { Array(after[$0..<$0 + 10]) })
        #expect(try store.ids == after)
        let moves = try store.database.write { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM history WHERE change = 'moved'")
        }
        #expect(moves == 9)
        #expect(try store.inconsistencies == [])
    }

    @Test("windows at any depth are the same as the whole list")
    func windows() throws {
        let store = try StoreFixture()
        let ids = (1...3_000).map(String.init)
        try store.walkThrough(stride(from: 0, to: 3_000, by: 10).map { Array(ids[$0..<$0 + 10]) })
        // A walk that stops on the way leaves two walks' pages after one another.
        try store.walkThrough((0..<40).map { page in (0..<10).map { String(page * 10 + $0 + 5) } }, finishes: false)
        let all = try store.ids
        try store.database.read(source: "test") { reader in
            let list = try reader.list("list")
            #expect(try list.count() == all.count)
            for offset in [0, 1, 9, 10, 399, 400, 401, 1_279, 1_280, 2_999, all.count, all.count + 5] {
                let window = try list.window(offset: offset, limit: 25).map(\.key)
                #expect(window == Array(all.dropFirst(offset).prefix(25)), "offset \(offset)")
            }
            for position in stride(from: 0, to: all.count, by: 97) {
                #expect(try list.record(of: all[position])?.position == position)
            }
        }
        #expect(try store.inconsistencies == [])
    }

    @Test("a delta keeps places, appends what is new and removes by tombstone only")
    func delta() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        let result = try store.writeDelta([
            TestItem("2", version: 5, title: "new"), TestItem("9", version: 5),
            TestItem("3", version: 6, isTombstone: true),
        ])
        #expect((result.counts.updated, result.counts.inserted, result.counts.removed) == (1, 1, 1))
        #expect(try store.ids == ["1", "2", "9"])
        try store.writeDelta([TestItem("7", version: 7), TestItem("8", version: 7)], place: .head)
        #expect(try store.ids == ["7", "8", "1", "2", "9"])
        try store.walkThrough([["9", "1", "2", "7", "8"]])
        #expect(try store.ids == ["9", "1", "2", "7", "8"])
        #expect(try store.inconsistencies == [])
    }

    @Test("an item that the last whole walk missed is seen by a delta, so the next walk does not remove it")
    func deltaMarksSeen() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        try store.walkThrough([["1", "2"]])
        try store.writeDelta([TestItem("3", version: 2)])
        let end = try store.walkThrough([["1", "2"]])
        #expect((end?.removed, end?.kept) == (0, 1))
        #expect(try store.ids == ["1", "2", "3"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a walk ends at its last page, and not before it")
    func ends() throws {
        let store = try StoreFixture()
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        func finish() throws {
            _ = try store.walk.finish(
                walk: state.number, WalkFinishOptions(sequence: store.nextSequence()), now: store.now)
        }
        try store.write([TestItem("1")], page: 1, of: 2, walk: state.number)
        #expect(throws: WalkError.isIncomplete) { try finish() }
        try store.write([TestItem("2")], page: 2, of: 2, walk: state.number)
        #expect(throws: WalkError.hasNoNextPage) {
            try store.write([TestItem("3")], page: 3, of: 9, walk: state.number)
        }
        try finish()
        #expect(throws: WalkError.superseded) { try finish() }
        #expect(try store.ids == ["1", "2"])
    }

    @Test("a total reported by a header is no drift when pages with an older one are confirmed")
    func headerTotals() throws {
        let store = try StoreFixture()
        func walk(_ ids: [String], confirmsFirst: Bool) throws -> WalkFinishResult {
            let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
            func write(_ id: String, page: Int) throws {
                let (page, decoded) = TestItem.listPage(
                    [TestItem(id)], address: "list?page=\(page)", sequence: store.nextSequence(), etag: "e",
                    next: page < ids.count ? "\(page + 1)" : nil, total: ids.count, isTotalInBody: false)
                _ = try store.walk.write(page, decoded, walk: state.number, now: store.now)
            }
            for (index, id) in ids.enumerated() {
                if index == 0, confirmsFirst {
                    _ = try store.confirm(page: 1, walk: state.number, next: .page("2"))
                } else {
                    try write(id, page: index + 1)
                }
            }
            return try store.walk.finish(
                walk: state.number, WalkFinishOptions(sequence: store.nextSequence()), now: store.now)
        }
        #expect(try walk(["1", "2"], confirmsFirst: false).drift == nil)
        #expect(try walk(["1", "2", "3"], confirmsFirst: true).drift == nil)
    }
}
