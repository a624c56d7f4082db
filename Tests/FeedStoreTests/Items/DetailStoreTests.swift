import FeedModel
import TestSupport
import Testing

@testable import FeedStore

@Suite("Details in the store")
struct DetailStoreTests {
    @Test("are due for new items, in the order of the list, and for those that the list has another version of")
    func due() throws {
        let store = try StoreFixture()
        try store.walkThrough([["2", "1"], ["3"]])
        #expect(try store.dueDetails == ["2", "1", "3"])
        #expect(try store.storeDetails() == DetailCounts(stored: 3))
        #expect(try store.dueDetails == [])
        try store.walkThrough([["2", "1"], ["3"]])
        #expect(try store.dueDetails == [])
        try store.nextRun()
        try store.walkThrough([["2"], ["1", "3"]], version: 2)
        #expect(try store.dueDetails == ["2", "1", "3"])
        #expect(try store.payload("1") == #"{"id":"1","v":2,"title":"","detail":{"of":"1"}}"#, "it is kept until then")
        #expect(try store.storeDetails() == DetailCounts(unchanged: 3))
        #expect(try store.inconsistencies == [])
    }

    @Test("where items have no version, other content is another version")
    func bare() throws {
        let store = try StoreFixture()
        try store.walk(payloads: [#"{"a":1}"#, "{}"])
        try store.storeDetails()
        #expect(try store.payload("1") == #"{"detail":{"of":"1"}}"#)
        try store.walk(payloads: [#"{"a":2}"#, "{}"])
        #expect(try store.dueDetails == ["0"])
        #expect(try store.payload("0") == #"{"a":2,"detail":{"of":"0"}}"#)
    }

    @Test("an item is not changed in its list by its detail")
    func unchanged() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"]])
        try store.storeDetails()
        try store.nextRun()
        let walk = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now).number
        let result = try store.write([TestItem("1"), TestItem("2", version: 2)], page: 1, of: 1, walk: walk)
        #expect(result.counts == ItemCounts(updated: 1, unchanged: 1))
    }

    @Test("a lower version in the detail changes nothing")
    func stale() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"]])
        try store.storeDetails(#"{"n":1}"#, version: "5")
        try store.walkThrough([["1"]], version: 2)
        #expect(try store.storeDetails(#"{"n":2}"#, version: "4") == DetailCounts(unchanged: 1))
        #expect(try store.payload("1") == #"{"id":"1","v":2,"title":"","detail":{"n":1}}"#)
        #expect(try store.dueDetails == [])
    }

    @Test("one of a lower version than the list has is asked for again, later each time")
    func behind() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"]], version: 3)
        #expect(try store.storeDetails(#"{"n":1}"#, version: "2") == DetailCounts(stored: 1))
        #expect(try store.payload("1") == #"{"id":"1","v":3,"title":"","detail":{"n":1}}"#)
        for wait in [60, 120] as [Int64] {
            #expect(try store.dueDetails == [])
            #expect(try store.record("1").detail?.nextAttempt == store.now.advanced(bySeconds: wait))
            for _ in 0...wait { _ = store.nextSequence() }
            #expect(try store.storeDetails(#"{"n":1}"#, version: "2") == DetailCounts(unchanged: 1))
        }
        for _ in 0...240 { _ = store.nextSequence() }
        #expect(try store.storeDetails(#"{"n":3}"#, version: "3") == DetailCounts(stored: 1))
        #expect(try store.record("1").detail?.error == nil)
        #expect(try store.dueDetails == [])
    }

    @Test("a failure waits, twice as long each time, and removes nothing")
    func failure() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"]])
        try store.storeDetails()
        try store.walkThrough([["1"]], version: 2)
        for (failures, wait) in [(1, 60), (2, 120), (3, 240)] as [(Int, Int64)] {
            let due = try store.due()
            let counts = try store.details.write(
                due.map { DetailAnswer($0, .failed("the server answered 500", isLasting: false)) }, now: store.now)
            #expect(counts == DetailCounts(failed: 1))
            #expect(try store.dueDetails == [])
            let record = try store.record("1")
            #expect(record.detail?.failures == failures)
            #expect(record.detail?.nextAttempt == store.now.advanced(bySeconds: wait))
            #expect(record.payload == #"{"id":"1","v":2,"title":"","detail":{"of":"1"}}"#)
            for _ in 0...wait { _ = store.nextSequence() }
        }
        #expect(try store.dueDetails == ["1"])
        try store.storeDetails()
        #expect(try store.record("1").detail?.error == nil)
    }

    @Test("what was asked for in another way is due again")
    func rules() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"]])
        try store.storeDetails()
        #expect(try store.dueDetails == [])
        let due = try store.due(rules: "other")
        #expect(due.map(\.key) == ["1"])
        #expect(due.first?.validator == nil)
    }

    @Test("an item with a member of that name keeps it, and gets none")
    func own() throws {
        let store = try StoreFixture()
        try store.walk(payloads: [#"{"detail":"mine"}"#, "7"])
        #expect(try store.storeDetails() == DetailCounts(failed: 2))
        #expect(try store.payload("0") == #"{"detail":"mine"}"#)
        #expect(try store.payload("1") == "7")
        #expect(try store.inconsistencies == [])
    }

    @Test("a screen of the past has the details of its time")
    func past() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"]])
        try store.storeDetails(#"{"n":1}"#)
        let first = store.run.id
        try store.nextRun()
        try store.walkThrough([["1"]], version: 2)
        try store.storeDetails(#"{"n":2}"#)
        #expect(try store.payload("1") == #"{"id":"1","v":2,"title":"","detail":{"n":2}}"#)
        let past = try store.database.read(source: "test") { try $0.list("list").payloads(of: "1", since: first) }
        #expect(past.last == #"{"id":"1","v":1,"title":"","detail":{"n":1}}"#)
        #expect(try store.record("1").history.map(\.change) == ["updated"])
    }

    @Test("an item that goes takes its detail along, and is asked for anew where it comes back")
    func removal() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        try store.storeDetails()
        try store.nextRun()
        for _ in 0..<2 { try store.walkThrough([["1", "3"]]) }
        try store.nextRun()
        try store.walkThrough([["1", "2", "3"]])
        #expect(try store.dueDetails == ["2"])
        #expect(try store.inconsistencies == [])
    }

    @Test("whatever comes in whatever order, the list is as it is without details", arguments: SeededGenerator.seeds(3))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (plain, detailed) = (try StoreFixture(), try StoreFixture())
        for _ in 0..<60 {
            let ids = (1...6).filter { _ in .random(using: &generator) }.shuffled(using: &generator)
            let items = ids.map { id in
                TestItem(
                    "\(id)", version: .random(in: 1...3, using: &generator),
                    isTombstone: Int.random(in: 0..<8, using: &generator) == 0,
                    title: "\(Int.random(in: 0..<2, using: &generator))")
            }
            var counts: [ItemCounts] = []
            for store in [plain, detailed] {
                try store.nextRun()
                let walk = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now).number
                counts.append(try store.write(items, page: 1, of: 1, walk: walk).counts)
                _ = try store.walk.finish(
                    walk: walk, WalkFinishOptions(allowsShrink: true, sequence: store.nextSequence()), now: store.now)
            }
            #expect(counts[0] == counts[1])
            if .random(using: &generator) {
                let count = Int.random(in: 0..<4, using: &generator)
                try detailed.storeDetails(#"{"n":\#(count)}"#, version: "\(count)")
            }
            #expect(try detailed.listPayloads == plain.listPayloads)
            #expect(try detailed.inconsistencies == [])
        }
    }
}

extension StoreFixture {
    fileprivate var details: DetailStore { collection.details(in: run.id) }

    fileprivate func due(rules: String = "r") throws -> [DueDetail] {
        try details.begin(rules: rules, now: now)
        return try details.due(confirmedBefore: Instant(seconds: -1_000_000), now: now)
    }

    fileprivate var dueDetails: [String] { get throws { try due().map(\.key) } }

    /// Gives all that are due a detail, by default one of their own.
    @discardableResult
    fileprivate func storeDetails(_ detail: String? = nil, version: String? = nil) throws -> DetailCounts {
        let answers = try due().map { due in
            var found = FoundDetail(Array((detail ?? #"{"of":"\#(due.key)"}"#).utf8)[...], version: version)
            (found.validator, found.answeredBy) = (Validator(etag: "e", lastModified: nil), "u")
            return DetailAnswer(due, .detail(found))
        }
        return try details.write(answers, now: now)
    }

    fileprivate func record(_ id: String) throws -> ItemRecord {
        try #require(try database.read(source: "test") { try $0.list("list").record(of: id) })
    }

    fileprivate func payload(_ id: String) throws -> String? { try record(id).payload }

    /// What the list sent of each item, in order.
    fileprivate var listPayloads: [String] {
        get throws {
            try database.read(source: "test") { reader in
                try reader.db.rows(
                    """
                    SELECT item.payload, detail.list_bytes FROM page JOIN item ON item.page = page.id
                    LEFT JOIN detail ON detail.item = item.id
                    ORDER BY page.walk DESC, page.number, page.part, item.rank
                    """
                ).map { row in
                    let payload = Array((try row[0] as String).utf8)[...]
                    return String(decoding: ItemDetail.list(of: payload, bytes: try row[1] as Int?), as: UTF8.self)
                }
            }
        }
    }
}
