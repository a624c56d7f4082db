import FeedModel
import Foundation
import GRDB
import Testing

@testable import FeedStore

@Suite("Stored payloads under another manifest")
struct PayloadReparsingTests {
    /// Reads the ID at `id`, the version at `version` and the deletion mark at `deleted`.
    private func decoder(
        id: String = "id", version: String? = "v", deleted: String = "deleted"
    ) -> @Sendable ([UInt8]) throws -> [DecodedItem] {
        { array in
            let objects = try JSONSerialization.jsonObject(with: Data(array)) as? [[String: Any]] ?? []
            return objects.map { object in
                let text = version.flatMap { object[$0] }.map { "\($0)" }
                return DecodedItem(
                    payload: 0..<0,
                    identity: object[id].map { .id("\($0)") } ?? .rejected(.missingID(path: id)),
                    versionText: text, version: text.map { ItemVersion(text: $0) } ?? .none,
                    isTombstone: object[deleted] as? Bool ?? false)
            }
        }
    }

    private func read(
        _ store: StoreFixture, rules: String, _ decode: @escaping @Sendable ([UInt8]) throws -> [DecodedItem]
    ) throws {
        try store.collection.reparsePayloads(
            by: rules, in: store.run.id, sequence: store.nextSequence(), now: store.now, decode: decode)
        #expect(try store.inconsistencies == [])
    }

    private func item(_ key: String, in store: StoreFixture) throws -> FeedItem? {
        try store.database.read(source: "test") { try $0.list("list").item(key) }
    }

    @Test("the version is read from its new path, and the versions of before no longer win")
    func version() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"]], version: 900)
        try read(store, rules: "title", decoder(version: "title"))
        #expect(try item("1", in: store)?.version == "")
        try read(store, rules: "none", decoder(version: nil))
        #expect(try item("1", in: store)?.version == nil)
        try store.walkThrough([["1", "2"]], version: 3)
        #expect(try item("1", in: store)?.version == "3")
    }

    @Test("the same rules read nothing")
    func sameRules() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1"]])
        try read(store, rules: "r", decoder())
        try read(store, rules: "r") { _ in
            Issue.record("the payloads were read")
            return []
        }
    }

    @Test("items take their new IDs, also where two swap theirs; two that become one keep the greater write")
    func identity() throws {
        let store = try StoreFixture()
        let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
        try store.write(
            [
                TestItem("1", title: "2"), TestItem("2", title: "1"), TestItem("3", version: 1, title: "x"),
                TestItem("4", version: 2, title: "x"),
            ], page: 1, of: 1, walk: state.number)
        try read(store, rules: "title", decoder(id: "title"))
        #expect(try store.ids == ["2", "1", "x"])
        #expect(try item("x", in: store)?.version == "2")
        #expect(try item("1", in: store)?.payload.contains(#""id":"2""#) == true)
    }

    @Test("of two items that become one the history has one item", arguments: [1, 2])
    func history(greater: Int) throws {
        let store = try StoreFixture()
        for title in ["x", "y"] {
            let state = try store.walk.begin(kind: .sync, fingerprint: "f", first: "1", now: store.now)
            let items = [1, 2].map { TestItem("\($0)", version: $0 == greater ? 9 : 5, title: title) }
            try store.write(items, page: 1, of: 1, walk: state.number)
            try store.nextRun()
        }
        try read(store, rules: "title", decoder(id: "title"))
        #expect(try store.ids == ["y"])
        let keys = try store.database.write { try String.fetchAll($0, sql: "SELECT DISTINCT hex(key) FROM history") }
        #expect(keys.allSatisfy { !$0.hasPrefix("00") }, "\(keys)")
    }

    @Test("an item without an ID under the new rules keeps the one it has")
    func noIdentity() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"]])
        try read(store, rules: "nowhere", decoder(id: "nowhere"))
        #expect(try store.ids == ["1", "2"])
    }

    @Test("a deletion mark at its new path removes, and what a former one removed may come back")
    func deletion() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2"]])
        try read(store, rules: "former", decoder())
        try store.writeDelta([TestItem("1", version: 5, isTombstone: true)])
        #expect(try store.ids == ["2"])
        try store.writeDelta([TestItem("1", version: 4)])
        #expect(try store.ids == ["2"])
        try read(store, rules: "other", decoder(deleted: "gone"))
        try store.writeDelta([TestItem("1", version: 4)])
        #expect(try store.ids == ["2", "1"])
        try read(store, rules: "all") { array in
            try decoder()(array).map {
                DecodedItem(
                    payload: $0.payload, identity: $0.identity, versionText: $0.versionText, version: $0.version,
                    isTombstone: $0.identity == .id("2"))
            }
        }
        #expect(try store.ids == ["1"])
    }

    @Test("rules by which most items would be lost are refused, and nothing is changed")
    func loss() throws {
        let store = try StoreFixture()
        try store.walkThrough([["1", "2", "3"]])
        try read(store, rules: "former", decoder())
        #expect(throws: ItemLoss(stored: 3, deleted: 0, left: 0)) {
            try read(store, rules: "nowhere", decoder(id: "nowhere"))
        }
        #expect(throws: ItemLoss(stored: 3, deleted: 0, left: 1)) {
            try read(store, rules: "title", decoder(id: "title"))
        }
        #expect(try store.ids == ["1", "2", "3"])
    }

    @Test("a collection of more rows than one reading takes is read in whole")
    func many() throws {
        let store = try StoreFixture()
        try store.walkThrough([(1...1_201).map(String.init)])
        try read(store, rules: "none", decoder(version: nil))
        let left = try store.database.read {
            try Int.fetchOne($0.db, sql: "SELECT count(*) FROM item WHERE version IS NOT NULL")
        }
        #expect(left == 0)
    }
}
