import TestSupport
import Testing

@testable import FeedSource

@Suite("Unpacking a body")
struct BodyUnpackerTests {
    private func unpack(_ packed: [UInt8], _ coding: String, piece: Int = 1_000, limit: Int = 100_000) throws -> String
    {
        let unpacker = BodyUnpacker(coding: coding, limit: limit)
        for start in stride(from: 0, to: packed.count, by: piece) {
            try packed[start..<min(start + piece, packed.count)].withUnsafeBytes(unpacker.append)
        }
        return String(decoding: try unpacker.finish(), as: UTF8.self)
    }

    private static let text = #"[{"id":1},{"id":"猫"}]"#

    private static let packed: [(String, [UInt8])] = [
        ("gzip", PackedBody.gzip(text)), ("deflate", PackedBody.zlib(text)), ("deflate", PackedBody.deflate(text)),
        // Mislabelled, but plain to see.
        ("gzip", PackedBody.zlib(text)), ("deflate", PackedBody.gzip(text)),
    ]

    @Test("gives the same however its bytes arrive", arguments: packed)
    func pieces(coding: String, packed: [UInt8]) throws {
        for piece in 1...packed.count { #expect(try unpack(packed, coding, piece: piece) == Self.text, "\(piece)") }
    }

    @Test("knows a body that was cut off, wherever that was", arguments: packed)
    func cutOff(coding: String, packed: [UInt8]) throws {
        #expect(try unpack([], coding) == "")
        for count in 1..<packed.count {
            #expect(throws: UnpackingError.cutOff, "\(count)") { try unpack(Array(packed.prefix(count)), coding) }
        }
    }

    @Test("reads gzip of several members")
    func members() throws {
        let packed = PackedBody.gzip("[1,") + PackedBody.gzip("") + PackedBody.gzip("2]")
        for piece in 1...packed.count { #expect(try unpack(packed, "gzip", piece: piece) == "[1,2]") }
        #expect(throws: UnpackingError.damaged) { try unpack(packed + Array("more".utf8), "gzip") }
    }

    @Test("takes what is as long as the limit, and not a byte more", arguments: packed)
    func limit(coding: String, packed: [UInt8]) throws {
        let count = Self.text.utf8.count
        #expect(try unpack(packed, coding, limit: count) == Self.text)
        #expect(throws: UnpackingError.tooLarge) { try unpack(packed, coding, limit: count - 1) }
    }

    @Test("takes bytes that are damaged for what they are, or for a shorter text, and never more than the limit")
    func damaged() throws {
        for seed in SeededGenerator.seeds(500) {
            var random = SeededGenerator(seed: seed)
            var (coding, packed) = try #require(Self.packed.randomElement(using: &random))
            packed.mutate(using: &random)
            let text = try? unpack(packed, coding, piece: Int.random(in: 1...40, using: &random), limit: 200)
            #expect(text?.utf8.count ?? 0 <= 600, "FEEDCACHE_SEED=\(seed)")
        }
    }
}
