import TestSupport
import Testing

@testable import FeedMock

@Suite struct GzipTests {
    @Test("what is packed unpacks to the same bytes", arguments: SeededGenerator.seeds(20))
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = (0..<Int.random(in: 0...200_000, using: &generator)).map { _ in
            UInt8.random(in: 0...9, using: &generator)
        }
        let packed = try #require(Gzip.pack(bytes))
        #expect(packed.prefix(2) == [0x1F, 0x8B])
        #expect(Gzip.unpack(packed, limit: bytes.count) == .success(bytes), "seed \(seed)")
    }

    @Test("a body that unpacks to more than the limit is refused")
    func limit() throws {
        let bomb = try #require(Gzip.pack([UInt8](repeating: 0x20, count: 10_000_000)))
        #expect(bomb.count < 100_000)
        #expect(Gzip.unpack(bomb, limit: 1_000_000) == .failure(.tooLarge))
    }

    @Test("damage is noticed, wherever the bytes end")
    func damage() throws {
        let packed = try #require(Gzip.pack(Array("a body that is long enough to be cut".utf8)))
        for length in 0..<packed.count {
            #expect(Gzip.unpack(Array(packed.prefix(length)), limit: 1_000) == .failure(.damaged))
        }
        #expect(Gzip.unpack(Array("{}".utf8), limit: 1_000) == .failure(.damaged))
    }
}
