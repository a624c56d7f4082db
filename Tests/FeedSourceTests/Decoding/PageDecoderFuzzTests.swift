import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedSource

@Suite struct PageDecoderFuzzTests {
    private static let corpus = [
        #"{"items":[{"id":1,"v":"2024-01-01T00:00:00.5Z","gone":false},{"id":"日\u0041","v":-12,"gone":null}],"more":true}"#,
        #"{"more":false,"items":[ {"id":"x","a":{"id":[1,{}]},"v":1e3} , 5, [], {"gone":"2024-01-01","id":2.5} ]}"#,
        #"{"items":[],"items":[{"\u0069d":"\ud83c\udf63","id":"last","v":"170141183460469231731687303715884105728"}]}"#,
    ].map { Array($0.utf8) }

    private let decoder = PageDecoder(
        items: DottedPath("items"), id: DottedPath("id"), version: DottedPath("v"), deleted: DottedPath("gone"),
        extras: [DottedPath("more")])

    @Test("Mutated pages never trap; payloads are JSON of their own, with the same ID, version and mark")
    func mutated() throws {
        for seed in SeededGenerator.seeds(3000) {
            var generator = SeededGenerator(seed: seed)
            var body = Self.corpus.randomElement(using: &generator) ?? []
            body.mutate(using: &generator)
            guard let page = try? decoder.decode(body) else { continue }
            for item in page.items {
                let alone = try decoder.decode(Array("{\"items\":[".utf8) + page.payload(of: item) + Array("]}".utf8))
                let again = try #require(alone.items.first, "seed \(seed)")
                #expect(alone.items.count == 1, "seed \(seed)")
                #expect(again.identity == item.identity, "seed \(seed)")
                #expect(again.versionText == item.versionText, "seed \(seed)")
                #expect(again.isTombstone == item.isTombstone, "seed \(seed)")
                #expect((item.version == .none) == (item.versionText == nil), "seed \(seed)")
            }
        }
    }

    @Test("The items are those Foundation finds, in its order")
    func agreesWithFoundation() throws {
        for seed in SeededGenerator.seeds(1000) {
            var generator = SeededGenerator(seed: seed)
            var body = Self.corpus.randomElement(using: &generator) ?? []
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
