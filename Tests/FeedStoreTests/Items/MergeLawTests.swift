import FeedModel
import TestSupport
import Testing

@testable import FeedStore

@Suite("The merge law, through the store")
struct MergeLawTests {
    /// An answer of the server to one request.
    private struct Response {
        let sequence: Int64
        let items: [TestItem]
    }

    private static func responses(using generator: inout SeededGenerator) -> [Response] {
        (1...Int64.random(in: 2...6, using: &generator)).map { sequence in
            let items = (0..<Int.random(in: 0...5, using: &generator)).map { place in
                TestItem(
                    "\(Int.random(in: 1...4, using: &generator))",
                    version: Bool.random(using: &generator) ? Int.random(in: 1...3, using: &generator) : nil,
                    isTombstone: Int.random(in: 0..<4, using: &generator) == 0,
                    title: "\(Int.random(in: 0...1, using: &generator))")
            }
            return Response(sequence: sequence, items: items)
        }
    }

    /// What the cache knows, without a trace of how it came to know it.
    private func dump(_ database: FeedDatabase, _ source: String) throws -> [String] {
        try database.read(source: source) { reader in
            let list = try reader.list("list")
            var lines: [String] = []
            try list.forEach { _, item in lines.append("\(item.key) live \(item.version ?? "-") \(item.payload)") }
            for item in try list.removed(offset: 0, limit: .max) {
                lines.append("\(item.key) removed \(item.version ?? "-") \(item.payload ?? "-")")
            }
            return lines.sorted()
        }
    }

    @Test("any order, repetition and split of the same answers, as walks or deltas, leaves the same dump")
    func orderRepetitionSplit() throws {
        let fixture = try StoreFixture()
        for seed in SeededGenerator.seeds(30) {
            var generator = SeededGenerator(seed: seed)
            let responses = Self.responses(using: &generator)
            var expected: [String]?
            for variant in 0..<5 {
                let name = "\(seed)/\(variant)"
                let repeated = responses + responses.filter { _ in Bool.random(using: &generator) }
                try merge(
                    variant == 0 ? responses : repeated.shuffled(using: &generator), into: fixture.database, name,
                    using: &generator)
                let dump = try dump(fixture.database, name)
                #expect(dump == expected ?? dump, "FEEDCACHE_SEED=\(seed) \(responses)")
                expected = expected ?? dump
            }
        }
        #expect(try fixture.database.read { try $0.checkIntegrity() } == [])
    }

    private func merge(
        _ responses: [Response], into database: FeedDatabase, _ name: String,
        using generator: inout SeededGenerator
    ) throws {
        let source = try database.source(named: name)
        let collection = try source.collection(named: "list")
        let now = Instant(seconds: 9)
        try walkThroughNothing(source, collection, now)
        for response in responses {
            let run = try RunStore.begin(.sync, of: source, process: 1, now: now)
            let store = WalkStore(
                database: database, source: source.id, collection: collection.id, run: run.id,
                partSize: Int.random(in: 1...3, using: &generator))
            if Bool.random(using: &generator) {
                // Mentions keep their places in the answer: a part is padded with what has no ID.
                for part in Self.split(response, using: &generator) {
                    let place = Bool.random(using: &generator) ? DeltaPlace.head : .tail
                    let (page, _) = TestItem.listPage([], sequence: response.sequence)
                    _ = try store.writeDelta(page, part, place: place, now: now)
                }
            } else {
                let walk = try store.begin(kind: .sync, fingerprint: "f", first: "1", now: now)
                let (page, items) = TestItem.listPage(response.items, sequence: response.sequence, next: "2")
                _ = try store.write(page, items, walk: walk.number, now: now)
            }
        }
    }

    /// A delta is asked for only once a whole walk is in.
    private func walkThroughNothing(_ source: SourceStore, _ collection: CollectionStore, _ now: Instant) throws {
        let run = try RunStore.begin(.sync, of: source, process: 1, now: now)
        let store = collection.walk(in: run.id)
        let walk = try store.begin(kind: .sync, fingerprint: "f", first: "1", now: now)
        let (page, items) = TestItem.listPage([], sequence: 1)
        _ = try store.write(page, items, walk: walk.number, now: now)
        _ = try store.finish(walk: walk.number, WalkFinishOptions(sequence: 1), now: now)
    }

    private static func split(_ response: Response, using generator: inout SeededGenerator) -> [DecodedPage] {
        let page = TestItem.page(response.items)
        guard Bool.random(using: &generator) else { return [page] }
        let cut = Int.random(in: 0...page.items.count, using: &generator)
        let rest = page.items.enumerated().map { place, item in
            place >= cut
                ? item
                : DecodedItem(
                    payload: item.payload, identity: .rejected(.missingID(path: "id")), versionText: nil,
                    version: .none,
                    isTombstone: false)
        }
        let parts = [
            DecodedPage(body: page.body, items: Array(page.items[..<cut])), DecodedPage(body: page.body, items: rest),
        ]
        return parts.shuffled(using: &generator)
    }
}
