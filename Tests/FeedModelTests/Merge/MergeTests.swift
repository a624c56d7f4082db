import FeedModel
import TestSupport
import Testing

@Suite("The merge law")
struct MergeTests {
    /// A write with the bytes it brings.
    private struct Write: Hashable {
        let key: WriteKey
        let bytes: Int
    }

    private struct Item: Equatable {
        var known: Merge.Known
        var bytes: Int?
    }

    private func fold(_ writes: [Write], from start: Item? = nil) -> Item? {
        writes.reduce(into: start) { item, write in
            let bytes = item?.bytes
            switch Merge.decide(write.key, against: item?.known, hasSameBytes: { bytes == write.bytes }) {
            case .inserted, .updated:
                item = Item(known: Merge.Known(key: write.key, state: .live), bytes: write.bytes)
            case .removed: item = Item(known: Merge.Known(key: write.key, state: .tombstone), bytes: nil)
            case .unchanged: item?.known.key = write.key
            case .stale: break
            }
        }
    }

    private static func version(using generator: inout SeededGenerator) -> ItemVersion {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .none
        case 1: .integer(Int128.random(in: -2...3, using: &generator))
        default: .date(Instant(seconds: Int64.random(in: 0...2, using: &generator)))
        }
    }

    private static func key(using generator: inout SeededGenerator) -> WriteKey {
        WriteKey(
            version: version(using: &generator), isTombstone: Int.random(in: 0..<3, using: &generator) == 0,
            sequence: WriteSequence(
                request: Int64.random(in: 1...4, using: &generator), place: Int.random(in: 0...2, using: &generator)))
    }

    /// Answers of a server: one request, a few mentions, each at a place of its own.
    private static func responses(using generator: inout SeededGenerator) -> [[Write]] {
        (1...Int64.random(in: 1...6, using: &generator)).map { request in
            (0..<Int.random(in: 0...3, using: &generator)).map { place in
                let tombstone = Int.random(in: 0..<4, using: &generator) == 0
                let version = version(using: &generator)
                let sequence = WriteSequence(request: request, place: place)
                return Write(
                    key: WriteKey(version: version, isTombstone: tombstone, sequence: sequence),
                    bytes: Int.random(in: 0...2, using: &generator))
            }
        }
    }

    @Test("any order, repetition and split of the same responses ends in the same item")
    func orderRepetitionSplit() {
        for seed in SeededGenerator.seeds(400) {
            var generator = SeededGenerator(seed: seed)
            let responses = Self.responses(using: &generator)
            let expected = fold(responses.flatMap(\.self))
            for _ in 0..<8 {
                let repeated = responses + responses.filter { _ in Bool.random(using: &generator) }
                let parts = repeated.flatMap { response in
                    let cut = Int.random(in: 0...response.count, using: &generator)
                    return [Array(response[..<cut]), Array(response[cut...])]
                }
                let writes = parts.shuffled(using: &generator).flatMap(\.self)
                #expect(fold(writes) == expected, "FEEDCACHE_SEED=\(seed)")
            }
        }
    }

    @Test("every write is the greatest, or equal to it, or stale")
    func decisions() {
        for seed in SeededGenerator.seeds(400) {
            var generator = SeededGenerator(seed: seed)
            let (key, other) = (Self.key(using: &generator), Self.key(using: &generator))
            for isLive in [true, false] where !(isLive && other.isTombstone) {
                for same in [true, false] {
                    let known = Merge.Known(key: other, state: isLive ? .live : .tombstone)
                    let decision = Merge.decide(key, against: known) { same }
                    if key < other { #expect(decision == .stale, "FEEDCACHE_SEED=\(seed)") }
                    if key > other { #expect(decision != .stale, "FEEDCACHE_SEED=\(seed)") }
                    if key >= other, key.isTombstone { #expect(decision == .removed, "FEEDCACHE_SEED=\(seed)") }
                }
            }
        }
    }

    private static func key(_ request: Int64, version: Int128 = 3, isTombstone: Bool = false) -> WriteKey {
        WriteKey(
            version: .integer(version), isTombstone: isTombstone, sequence: WriteSequence(request: request))
    }

    @Test("an item that was absent comes back by a later request, at any version")
    func absence() {
        let absent = Merge.Known(key: Self.key(8), state: .absent(since: WriteSequence(request: 10)))
        #expect(Merge.decide(Self.key(9), against: absent) { true } == .stale)
        #expect(Merge.decide(Self.key(10), against: absent) { true } == .stale)
        #expect(Merge.decide(Self.key(11), against: absent) { true } == .inserted)
        #expect(Merge.decide(Self.key(9, version: 4), against: absent) { true } == .stale)
        #expect(Merge.decide(Self.key(11, version: 2), against: absent) { true } == .inserted)
    }

    @Test("a tombstone of an absent item counts by a later request, or where it is greater than the content was")
    func tombstoneOfAbsent() {
        let absent = Merge.Known(key: Self.key(8), state: .absent(since: WriteSequence(request: 10)))
        #expect(Merge.decide(Self.key(9, isTombstone: true), against: absent) { true } == .removed)
        #expect(Merge.decide(Self.key(9, version: 2, isTombstone: true), against: absent) { true } == .stale)
        #expect(Merge.decide(Self.key(11, version: 2, isTombstone: true), against: absent) { true } == .removed)
    }

    @Test("any order of what was requested after an item was found absent ends in the same item")
    func orderAfterAbsence() {
        for seed in SeededGenerator.seeds(400) {
            var generator = SeededGenerator(seed: seed)
            let absent = Item(
                known: Merge.Known(key: Self.key(0), state: .absent(since: WriteSequence(request: 0, place: 9))),
                bytes: nil)
            let writes = Self.responses(using: &generator).flatMap(\.self)
            let expected = fold(writes, from: absent)
            for _ in 0..<8 {
                #expect(fold(writes.shuffled(using: &generator), from: absent) == expected, "FEEDCACHE_SEED=\(seed)")
            }
        }
    }

    @Test("where older content is accepted, the word of that run wins over versions from before it, not over its own")
    func acceptsOlder() {
        let floor = WriteSequence(request: 10)
        func decide(_ key: WriteKey, _ known: WriteKey, _ state: Merge.Known.State = .live) -> Merge.Decision {
            Merge.decide(key, against: Merge.Known(key: known, state: state), acceptingOlderSince: floor) { false }
        }
        #expect(decide(Self.key(11, version: 1), Self.key(9)) == .updated)
        #expect(decide(Self.key(11, version: 1), Self.key(9, isTombstone: true), .tombstone) == .inserted)
        #expect(decide(Self.key(12, version: 1), Self.key(11, version: 2)) == .stale)
        #expect(decide(Self.key(9, version: 1), Self.key(8)) == .stale)
    }
}

@Suite("The key of a write")
struct WriteKeyTests {
    @Test("keys are totally ordered")
    func order() {
        let versions: [ItemVersion] = [
            .none, .integer(.min), .integer(-1), .integer(0), .integer(7), .integer(.max), .date(.earliest),
            .date(Instant(seconds: 1)), .date(.latest),
        ]
        let keys = versions.flatMap { version in
            [false, true].flatMap { tombstone in
                [(1, 0), (1, 1), (2, 0)].map { request, place in
                    WriteKey(
                        version: version, isTombstone: tombstone,
                        sequence: WriteSequence(request: Int64(request), place: place))
                }
            }
        }
        // They are listed in their order, so each pair says what it should be.
        for (left, first) in keys.enumerated() {
            for (right, second) in keys.enumerated() {
                #expect((first < second) == (left < right))
                #expect((first == second) == (left == right))
            }
        }
    }

    @Test(
        "sequences compare by request, then by place, at their limits too", arguments: [0, 1, 1 << 20, Int64.max >> 20])
    func sequences(request: Int64) {
        let sequence = WriteSequence(request: request, place: 5)
        #expect(sequence.request == request)
        #expect(WriteSequence(request: request, place: 4) < sequence)
        #expect(sequence < WriteSequence(request: request, place: Int.max))
        #expect(WriteSequence(request: request, place: -3) == WriteSequence(request: request))
        if request > 0 { #expect(WriteSequence(request: request - 1, place: .max) < sequence) }
        #expect(WriteSequence(request: .max, place: .max).rawValue == .max)
        #expect(WriteSequence(request: .min) == WriteSequence(request: 0))
    }
}
