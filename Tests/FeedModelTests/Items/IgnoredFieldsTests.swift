import FeedModel
import TestSupport
import Testing

@Suite("Ignored fields of an item")
struct IgnoredFieldsTests {
    private func ignored(_ paths: String...) throws -> IgnoredFields {
        try #require(IgnoredFields(try paths.map { try DottedPath(parsing: $0) }))
    }

    @Test(
        "make no difference, whether they are there or not; everything else does",
        arguments: [
            (#"{"id":1,"age":2}"#, #"{"id":1,"age":3}"#, true), (#"{"id":1,"age":2}"#, #"{"id":1}"#, true),
            (#"{"age":2,"id":1}"#, #"{"id":1,"age":{"a":[]}}"#, true),
            (#"{"id":1,"age":2}"#, #"{"id":2,"age":2}"#, false),
            (#"{"id":1,"n":1.0,"age":2}"#, #"{"id":1,"n":1,"age":3}"#, false),
            (#"{"id":1,"n":2}"#, #"{"n":2,"id":1}"#, false),
            (#"{"u":{"age":1,"x":1}}"#, #"{"u":{"x":1}}"#, true), (#"{"u":{"age":1}}"#, #"{"u":{}}"#, true),
            (#"{"u":{"age":1}}"#, "{}", false), (#"{"u":7}"#, #"{"u":8}"#, false),
            (#"{"l":[1,2,3]}"#, #"{"l":[1,9,3]}"#, true), (#"{"l":[1,2,3]}"#, #"{"l":[9,2,3]}"#, false),
            (#"{"m":[{"k":"a","v":1},{"k":"b","v":2}]}"#, #"{"m":[{"k":"a","v":1},{"k":"b","v":3}]}"#, true),
            (#"{"m":[{"k":"a","v":1}]}"#, #"{"m":[{"k":"a","v":2}]}"#, false),
            (#"{"age":1, "n" : 1}"#, #"{"n":1}"#, true), ("7", "7", true), ("7", "8", false), ("x", "y", false),
            (#"{"\u0061ge":1,"n":1}"#, #"{"n":1}"#, true), (#"{"\ud800":1}"#, #"{"\ud801":1}"#, false),
            (#"{"a\"":1, "age" : 1}"#, #"{"a\"":1}"#, true), (#"{"a":1}"#, #"{"\u0061":1}"#, false),
        ])
    func difference(left: String, right: String, same: Bool) throws {
        let ignored = try ignored("age", "u.age", "l.1", "m[k=b].v")
        #expect(ignored.areSame(Array(left.utf8)[...], Array(right.utf8)[...]) == same)
        #expect(ignored.areSame(Array(right.utf8)[...], Array(left.utf8)[...]) == same)
    }

    @Test("may be in the last element of an array")
    func last() throws {
        let ignored = try ignored("l.-1.seen")
        func areSame(_ left: String, _ right: String) -> Bool {
            ignored.areSame(Array(left.utf8)[...], Array(right.utf8)[...])
        }
        #expect(areSame(#"{"l":[{"seen":1},{"seen":2}]}"#, #"{"l":[{"seen":1},{"seen":3}]}"#))
        #expect(!areSame(#"{"l":[{"seen":1},{"seen":2}]}"#, #"{"l":[{"seen":2},{"seen":2}]}"#))
        #expect(areSame(#"{"l":[]}"#, #"{"l":[]}"#) && !areSame(#"{"l":[]}"#, #"{"l":[1]}"#))
    }

    @Test("are none without a path")
    func none() {
        #expect(IgnoredFields([]) == nil)
    }

    private struct Write: Hashable {
        let key: WriteKey
        let payload: String
    }

    private struct Item {
        var known: Merge.Known
        var payload: String
    }

    private func fold(_ writes: [Write], without ignored: IgnoredFields) -> Item? {
        writes.reduce(into: Item?.none) { item, write in
            let stored = item?.payload ?? ""
            let decision = Merge.decide(write.key, against: item?.known) {
                ignored.areSame(Array(stored.utf8)[...], Array(write.payload.utf8)[...])
            }
            switch decision {
            case .inserted, .updated:
                item = Item(known: Merge.Known(key: write.key, state: .live), payload: write.payload)
            case .removed: item = Item(known: Merge.Known(key: write.key, state: .tombstone), payload: "")
            case .unchanged: item?.known.key = write.key
            case .stale: break
            }
        }
    }

    /// The merge law, for what is left of the payloads.
    @Test("leave the merge commutative and idempotent but for themselves", arguments: SeededGenerator.seeds(200))
    func merge(seed: UInt64) throws {
        let ignored = try ignored("age")
        var random = SeededGenerator(seed: seed)
        let writes = (1...Int64.random(in: 1...6, using: &random)).map { request in
            let isTombstone = Int.random(in: 0..<5, using: &random) == 0
            let (n, age) = (Int.random(in: 0...1, using: &random), Int.random(in: 0...3, using: &random))
            return Write(
                key: WriteKey(
                    version: .integer(Int128.random(in: 0...2, using: &random)), isTombstone: isTombstone,
                    sequence: WriteSequence(request: request)),
                payload: age == 3 ? "{\"n\":\(n)}" : "{\"age\":\(age),\"n\":\(n)}")
        }
        let expected = fold(writes, without: ignored)
        for _ in 0..<6 {
            let again = (writes + writes.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)
            let found = fold(again, without: ignored)
            #expect(found?.known == expected?.known, "FEEDCACHE_SEED=\(seed)")
            let same = ignored.areSame(
                Array((found?.payload ?? "").utf8)[...], Array((expected?.payload ?? "").utf8)[...])
            #expect(same, "FEEDCACHE_SEED=\(seed)")
        }
    }
}
