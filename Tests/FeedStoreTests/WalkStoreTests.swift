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

    @Test("while a walk is under way, what it met leads and the rest follows in its old order")
    func halfWay() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3", "4"], ["5", "6"]])
        try store.walkThrough([["9", "1"], ["2", "3"]], finishes: false)
        #expect(try store.ids == ["9", "1", "2", "3", "4", "5", "6"])
        #expect(try store.inconsistencies == [])
    }

    @Test("what a whole walk did not meet is removed and can be looked up")
    func absence() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3"]])
        try store.nextRun()
        let end = try store.walkThrough([["1", "3"]])
        #expect(end?.removed == 1)
        #expect(try store.ids == ["1", "3"])
        let record = try store.database.read { try $0.list("list", source: "test").record(of: "2") }
        #expect(record?.removal?.reason == .absent)
        #expect(record?.history.map(\.change) == ["removed"])
        #expect(try store.inconsistencies == [])
    }

    @Test("an item that was absent comes back at the version it had")
    func comesBack() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        try store.nextRun()
        try store.walkThrough([["1", "3"]])
        try store.nextRun()
        try store.walkThrough([["1", "2", "3"]])
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
                walk: state.number, drift: nil, allowsShrink: false, sequence: store.nextSequence(), now: store.now)
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

    @Test("a walk that meets an ID twice removes nothing, but what two walks missed goes")
    func drift() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3", "4"], ["5"]])
        let first = try store.walkThrough([["1", "2"], ["2", "4"]])
        #expect(first?.drift != nil)
        #expect(first?.removed == 0)
        #expect(try store.ids == ["1", "2", "4", "3", "5"])
        let second = try store.walkThrough([["1", "2"], ["2", "3"]])
        #expect(second?.removed == 1)
        #expect(try store.ids == ["1", "2", "3", "4"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a total that changes is drift")
    func totals() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3"]], totals: [3, 3])
        let end = try store.walkThrough([["1"], ["2"]], totals: [3, 2])
        #expect(end?.drift != nil)
        #expect(try store.ids == ["1", "2", "3"])
    }

    @Test("a shrink by more than half is held back until the next walk agrees")
    func shrink() throws {
        let store = try StoreFixture()
        let ids = (1...20).map(String.init)
        try store.walkThrough([ids])
        let held = try store.walkThrough([["1"]])
        #expect(held?.isHeldBack == true)
        #expect(try store.ids.count == 20)
        let agreed = try store.walkThrough([["1"]])
        #expect(agreed?.removed == 19)
        #expect(try store.ids == ["1"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a shrink goes through at once when it is allowed")
    func allowedShrink() throws {
        let store = try StoreFixture()
        try store.walkThrough([(1...20).map(String.init)])
        #expect(try store.walkThrough([[]], allowsShrink: true)?.removed == 20)
        #expect(try store.ids == [])
        #expect(try store.inconsistencies == [])
    }

    @Test("a page that is an earlier one again is refused and nothing is written")
    func repetition() throws {
        let store = try StoreFixture()
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        try store.write([TestItem("1"), TestItem("2")], page: 1, of: 9, walk: state.number)
        #expect(throws: WalkError.pageSeenBefore) {
            try store.write([TestItem("1"), TestItem("2")], page: 2, of: 9, walk: state.number)
        }
        #expect(throws: WalkError.requestSeenBefore) {
            try store.write([TestItem("3")], page: 1, of: 9, walk: state.number)
        }
        #expect(try store.walk.state()?.pages == 1)
    }

    @Test("a validator speaks only for a page whose rows are all there")
    func validators() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3", "4"]], etags: true)
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        #expect(try store.walk.validator(forPage: 1, request: "list?page=1")?.etag == "e0")
        #expect(try store.walk.validator(forPage: 1, request: "list?page=1&x") == nil)
        // 3 slides onto page 1: page 2 is no longer what its validator stands for.
        try store.write([TestItem("1"), TestItem("3")], page: 1, of: 2, walk: state.number, etag: "new")
        #expect(try store.walk.validator(forPage: 2, request: "list?page=2") == nil)
    }

    @Test("a 304 meets all that the page held, in all its parts, and the walk goes on behind it")
    func notModified() throws {
        let store = try StoreFixture()
        let many = (1...600).map(String.init)
        try store.walkThrough([many, ["a"]], etags: true)
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        let after = try store.walk.confirm(
            request: "list?page=1", sequence: store.nextSequence(), walk: state.number, now: store.now)
        #expect(after.next == "2")
        try store.write([TestItem("b")], page: 2, of: 2, walk: state.number)
        let end = try store.walk.finish(
            walk: state.number, drift: nil, allowsShrink: false, sequence: store.nextSequence(), now: store.now)
        #expect(end.removed == 1)
        #expect(try store.ids == many + ["b"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a list that shifts by one moves one item a page")
    func fewMoves() throws {
        let store = try StoreFixture()
        let before = (1...100).map(String.init)
        try store.walkThrough(stride(from: 0, to: 100, by: 10).map { Array(before[$0..<$0 + 10]) })
        try store.nextRun()
        let after = ["new"] + before.dropLast()
        try store.walkThrough(stride(from: 0, to: 100, by: 10).map { Array(after[$0..<$0 + 10]) })
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
        // A walk that stops on the way leaves two walks' pages behind one another.
        try store.walkThrough((0..<40).map { page in (0..<10).map { String(page * 10 + $0 + 5) } }, finishes: false)
        let all = try store.ids
        try store.database.read { reader in
            let list = try reader.list("list", source: "test")
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
        let changes = TestItem.page([
            TestItem("2", version: 5, title: "new"), TestItem("9", version: 5),
            TestItem("3", version: 6, isTombstone: true),
        ])
        let result = try store.walk.writeDelta(changes, sequence: store.nextSequence(), place: .tail, now: store.now)
        #expect((result.counts.updated, result.counts.inserted, result.counts.removed) == (1, 1, 1))
        #expect(try store.ids == ["1", "2", "9"])
        let head = TestItem.page([TestItem("7", version: 7), TestItem("8", version: 7)])
        _ = try store.walk.writeDelta(head, sequence: store.nextSequence(), place: .head, now: store.now)
        #expect(try store.ids == ["7", "8", "1", "2", "9"])
        try store.walkThrough([["9", "1", "2", "7", "8"]])
        #expect(try store.ids == ["9", "1", "2", "7", "8"])
        #expect(try store.inconsistencies == [])
    }

    @Test("a list without an end is known by its page, also with tombstones and items without IDs on it")
    func endless() throws {
        let store = try StoreFixture()
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        func read(_ page: Int, title: String) throws {
            let items = [TestItem("1", title: title), TestItem("2", isTombstone: true)]
            try store.write(items, page: page, of: 99, walk: state.number)
        }
        try read(1, title: "seen once")
        try store.write([TestItem("2", isTombstone: true), TestItem("3")], page: 2, of: 99, walk: state.number)
        #expect(throws: WalkError.pageSeenBefore) { try read(3, title: "seen twice") }
        #expect(try store.walk.state()?.pages == 2)
    }

    @Test("a walk ends at its last page, and not before it")
    func ends() throws {
        let store = try StoreFixture()
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        func finish() throws {
            _ = try store.walk.finish(
                walk: state.number, drift: nil, allowsShrink: true, sequence: store.nextSequence(), now: store.now)
        }
        try store.write([TestItem("1")], page: 1, of: 2, walk: state.number)
        #expect(throws: WalkError.isNotWhole) { try finish() }
        try store.write([TestItem("2")], page: 2, of: 2, walk: state.number)
        #expect(throws: WalkError.isAtItsEnd) { try store.write([TestItem("3")], page: 3, of: 9, walk: state.number) }
        try finish()
        #expect(throws: WalkError.overtaken) { try finish() }
        #expect(try store.ids == ["1", "2"])
    }

    @Test("a version that the manifest reads anew from the same bytes is kept")
    func newVersionPath() throws {
        let store = try StoreFixture()
        let item = TestItem("1", version: nil)
        func read(version: Int?, sequence: Int64) throws -> ItemCounts {
            let page = TestItem.page([item])
            let items = page.items.map {
                DecodedItem(
                    payload: $0.payload, identity: $0.identity, versionText: version.map(String.init),
                    version: version.map { .integer(Int128($0)) } ?? .none, isTombstone: false)
            }
            return try store.walk.writeDelta(
                DecodedPage(body: page.body, items: items), sequence: sequence, place: .tail, now: store.now
            ).counts
        }
        #expect(try read(version: nil, sequence: 1).inserted == 1)
        #expect(try read(version: 7, sequence: 2).unchanged == 1)
        #expect(try store.database.read { try $0.list("list", source: "test").item("1")?.version } == "7")
        #expect(try read(version: 6, sequence: 3).stale == 1)
    }

    @Test("a total told by a header is no drift when pages with an older one are confirmed")
    func headerTotals() throws {
        let store = try StoreFixture()
        func walk(_ total: Int, confirmsFirst: Bool) throws -> WalkEnd {
            let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
            func write(_ id: String, page: Int) throws {
                _ = try store.walk.write(
                    PageWrite(
                        request: "\(page)", sequence: store.nextSequence(), page: TestItem.page([TestItem(id)]),
                        validator: Validator(etag: "e", lastModified: nil), next: page == 1 ? "2" : nil, total: total,
                        totalIsInBody: false), walk: state.number, now: store.now)
            }
            if confirmsFirst {
                _ = try store.walk.confirm(
                    request: "1", sequence: store.nextSequence(), walk: state.number, now: store.now)
            } else {
                try write("1", page: 1)
            }
            try write("2", page: 2)
            return try store.walk.finish(
                walk: state.number, drift: nil, allowsShrink: false, sequence: store.nextSequence(), now: store.now)
        }
        #expect(try walk(2, confirmsFirst: false).drift == nil)
        #expect(try walk(3, confirmsFirst: true).drift == nil)
    }
}
