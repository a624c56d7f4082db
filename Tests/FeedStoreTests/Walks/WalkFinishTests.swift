import FeedModel
import GRDB
import Testing

@testable import FeedStore

@Suite("The end of a walk in the store")
struct WalkFinishTests {
    @Test("a walk that drifts is not followed at once, and takes two more that find the same")
    func drift() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3", "4"], ["5"]])
        let drifting = try store.walkThrough([["1", "2"], ["2", "4"]])
        #expect(drifting?.drift == "an ID was seen twice on page 2")
        #expect((drifting?.removed, drifting?.kept, drifting?.wantsSecondWalk) == (0, 2, false))
        #expect(try store.ids == ["1", "2", "4", "3", "5"])
        let same = try store.walkThrough([["1", "2"], ["2", "4"]])
        #expect((same?.removed, same?.drift, same?.wantsSecondWalk) == (0, nil, true), "it came twice before, too")
        #expect(try store.walkThrough([["1", "2"], ["2", "4"]])?.removed == 2)
        #expect(try store.ids == ["1", "2", "4"])
        #expect(try store.inconsistencies == [])
    }

    @Test("an item on no page of six walks that never agree is gone")
    func endurance() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        for number in 1...6 {
            try store.nextRun()
            let end = try store.walkThrough([["new \(number)", "1", "3"]])
            #expect(end?.removed == (number == 6 ? 1 : 0), "walk \(number)")
        }
        #expect(try store.ids.contains("2") == false)
        let evidence = try store.database.read { try String.fetchOne($0.db, sql: "SELECT evidence FROM tombstone") }
        #expect(evidence?.hasPrefix("6 whole walks in a row did not meet it") == true)
    }

    @Test(
        "a walk that reads its total, or where the server says the list ends, shows once that the manifest reads it whole"
    )
    func proof() throws {
        let store = try StoreFixture()
        func proof() throws -> ListProof? {
            try store.database.read(source: "test") { try $0.status(of: "list").proof }
        }
        try store.walkThrough([["1", "2"], ["3"]], fingerprint: "m.1")
        #expect(try proof() == nil)
        try store.walkThrough([["1", "2"], ["3"]], totals: [3, 3], fingerprint: "m.1")
        let first = try #require(try proof())
        #expect(first.text == "it was read to its total of 3")
        try store.walkThrough([["1", "2"], ["3", "4"]], totals: [4, 4], fingerprint: "m.2")
        #expect(try proof() == first, "under other header values it is the same list")
        try store.walkThrough([["1", "2"], ["3"]], totals: [9, 9], fingerprint: "m.2")
        #expect(try proof() == nil, "a total that is not reached speaks against it")
        try store.walkThrough([["1", "2"], ["3"]], fingerprint: "m.2", isEndSaid: true)
        #expect(try proof()?.text.contains("where the server says that it ends") == true)
        try store.walkThrough([["1", "2"], ["3"]], fingerprint: "n.2")
        #expect(try proof() == nil, "another manifest may read a part of it")
        try store.collection.noteProof("tried", as: "n", now: store.now)
        #expect(try proof()?.text == "tried")
    }

    @Test("walks are remembered only while something missing needs them")
    func remembered() throws {
        let store = try StoreFixture()
        func count() throws -> Int? {
            try store.database.read { try Int.fetchOne($0.db, sql: "SELECT count(*) FROM whole_walk") }
        }
        for _ in 0..<3 { try store.walkThrough([["1", "2"], ["3"]]) }
        #expect(try count() == 1)
        try store.walkThrough([["1", "2"]])
        try store.walkThrough([["2", "1"]])
        #expect(try count() == 3)
        try store.walkThrough([["1", "2"], ["3"]])
        #expect(try count() == 1)
    }

    @Test("of very many walks the first that missed something is remembered, so that a day of them ends")
    func rememberedForADay() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"]])
        let collection = store.collection.id
        let walks = try store.database.writeStamped { db, _ in
            let table = WalkTable(db: db, collection: collection)
            for number in 2...Int64(4_000) {
                let at = Instant(seconds: number * 30)
                let walk = WholeWalk(
                    number: number, run: 1, started: at, ended: at, made: at, listing: Listing(), itemsBefore: 2)
                try table.remember(walk, orderedPages: 0, missingSince: 1)
            }
            return try table.wholeWalks()
        }
        #expect(walks.prefix(2).map(\.number) == [1, 2])
        #expect(walks.suffix(720).map(\.number) == Array(3_281...4_000))
        #expect(walks.count <= 1_440)
        let missing = Evidence.Missing(lastMet: 1, count: 2)
        let verdict = Evidence(walks: walks, missing: [missing])?.verdict(on: missing)
        #expect(verdict.map { if case .remove = $0 { true } else { false } } == true)
    }

    @Test("a list that ends before its total as often as before is one problem, and withholds nothing")
    func shortOfTotal() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3"]], totals: [4, 4])
        let second = try store.walkThrough([["1", "2"], ["3"]], totals: [4, 4])
        #expect(second?.warnings.count == 1)
        #expect(second?.warnings.first?.hasPrefix("the list ends 1 item before the server's total") == true)
        #expect(try store.walkThrough([["1", "2"]], totals: [3])?.warnings == [], "it is said once")
        #expect(try store.walkThrough([["1", "2"]], totals: [3])?.removed == 1)
        #expect(try store.ids == ["1", "2"])
    }

    @Test("what is missing since a list ends before its total is kept for a day")
    func shorterThanTotal() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3"]], totals: [3, 3])
        for _ in 0..<7 {
            try store.nextRun()
            #expect(try store.walkThrough([["1", "2"]], totals: [3])?.removed == 0)
        }
        #expect(try store.ids == ["1", "2", "3"])
    }

    @Test("an item that is set aside may be any of the absent ones")
    func rejected() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        for _ in 0..<2 {
            let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
            let (page, decoded) = TestItem.listPage([TestItem("1"), TestItem("2")], sequence: store.nextSequence())
            let nameless = DecodedItem(
                payload: decoded.items[1].payload, identity: .rejected(.missingID(path: "id")), versionText: nil,
                version: .none, isTombstone: false)
            _ = try store.walk.write(
                page, DecodedPage(body: decoded.body, items: [decoded.items[0], nameless]), walk: state.number,
                now: store.now)
            #expect(try store.walk.state()?.drift == nil)
            let end = try store.walk.finish(
                walk: state.number, WalkFinishOptions(sequence: store.nextSequence()), now: store.now)
            #expect((end.removed, end.kept, end.wantsSecondWalk) == (0, 2, false))
        }
        #expect(try store.ids == ["1", "2", "3"])
    }

    @Test("a list that comes empty is believed after a day of agreeing walks, or with a total of 0")
    func emptyList() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        func readNothing(at hours: Int64, total: Int? = nil) throws -> WalkFinishResult {
            let now = Instant(seconds: hours * 3_600)
            let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: now)
            let (page, decoded) = TestItem.listPage([], sequence: store.nextSequence(), total: total, made: now)
            _ = try store.walk.write(page, decoded, walk: state.number, now: now)
            return try store.walk.finish(
                walk: state.number, WalkFinishOptions(sequence: store.nextSequence()), now: now)
        }
        for hours in [1, 2, 24] as [Int64] {
            let end = try readNothing(at: hours)
            #expect((end.removed, end.isHeldBack, end.wantsSecondWalk) == (0, true, false))
        }
        #expect(try readNothing(at: 25).removed == 3)
        try store.walkThrough([["1", "2", "3"]])
        #expect(try readNothing(at: 30, total: 0).wantsSecondWalk)
        #expect(try readNothing(at: 30, total: 0).removed == 3)
    }

    @Test("a total that changes is drift")
    func totals() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"], ["3"]], totals: [3, 3])
        let end = try store.walkThrough([["1"], ["2"]], totals: [3, 2])
        #expect(end?.drift != nil)
        #expect(try store.ids == ["1", "2", "3"])
    }

    @Test("a shrink by more than half is held back until the next walk finds the same")
    func shrink() throws {
        let store = try StoreFixture()
        let ids = (1...20).map(String.init)
        try store.walkThrough([ids])
        let held = try store.walkThrough([["1"]])
        #expect(held?.isHeldBack == true)
        #expect(try store.ids.count == 20)
        #expect(try store.walkThrough([["1"]])?.removed == 0, "the same sync is not enough")
        try store.nextRun()
        #expect(try store.walkThrough([["1"]])?.removed == 19)
        #expect(try store.ids == ["1"])
        #expect(try store.inconsistencies == [])
    }

    @Test("what is already believed absent does not make room for another shrink")
    func shrinkAfterShrink() throws {
        let store = try StoreFixture()
        try store.walkThrough([(1...100).map(String.init)])
        #expect(try store.walkThrough([(1...49).map(String.init)])?.isHeldBack == true)
        let end = try store.walkThrough([(1...20).map(String.init)])
        #expect((end?.isHeldBack, end?.removed) == (true, 0))
        try store.nextRun()
        #expect(try store.walkThrough([(1...20).map(String.init)])?.removed == 80)
        #expect(try store.ids.count == 20)
    }

    @Test("a shrink goes through at once when it is allowed")
    func allowedShrink() throws {
        let store = try StoreFixture()
        try store.walkThrough([(1...20).map(String.init)])
        #expect(try store.walkThrough([[]], allowsShrink: true)?.wantsSecondWalk == true)
        #expect(try store.walkThrough([[]], allowsShrink: true)?.removed == 20)
        #expect(try store.ids == [])
        #expect(try store.inconsistencies == [])
    }
}
