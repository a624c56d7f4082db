import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedSource

@Suite struct PageDecoderFuzzTests {
    private let decoder = PageDecoder(
        items: DottedPath("items"), id: .path(DottedPath("id")), version: DottedPath("v"), deleted: DottedPath("gone"),
        extras: [DottedPath("more")])

    @Test("Mutated pages never trap; payloads are JSON of their own, with the same ID, version and mark")
    func mutated() throws {
        let corpus = try FuzzCorpus.inputs(for: "page")
        for seed in SeededGenerator.seeds(3000) {
            var generator = SeededGenerator(seed: seed)
            var body = corpus.randomElement(using: &generator) ?? []
            body.mutate(using: &generator)
            guard let page = try? decoder.decode(body) else { continue }
            for item in page.items {
                // Beside one that is fine: a page of which no item has an ID is refused.
                let alone = try decoder.decode(
                    Array("{\"items\":[{\"id\":1},".utf8) + page.payload(of: item) + Array("]}".utf8))
                let again = try #require(alone.items.last, "seed \(seed)")
                #expect(alone.items.count == 2, "seed \(seed)")
                #expect(again.identity == item.identity, "seed \(seed)")
                #expect(again.versionText == item.versionText, "seed \(seed)")
                #expect(again.isTombstone == item.isTombstone, "seed \(seed)")
                #expect((item.version == .none) == (item.versionText == nil), "seed \(seed)")
            }
        }
    }

    @Test("The items are those Foundation finds, in its order")
    func agreesWithFoundation() throws {
        let corpus = try FuzzCorpus.inputs(for: "page")
        for seed in SeededGenerator.seeds(1000) {
            var generator = SeededGenerator(seed: seed)
            var body = corpus.randomElement(using: &generator) ?? []
            body.mutate(using: &generator)
            guard let page = try? decoder.decode(body),
                let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
                let items = object["items"] as? [NSObject]
            else { continue }
            let payloads = try page.items.map {
                try JSONSerialization.jsonObject(with: Data(page.payload(of: $0)), options: .fragmentsAllowed)
                    as? NSObject
            }
            #expect(payloads == items, "seed \(seed)")
        }
    }
}
