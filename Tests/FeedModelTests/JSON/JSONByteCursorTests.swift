import Testing

@testable import FeedModel

@Suite struct JSONByteCursorTests {
    private func with<Result>(
        _ bytes: [UInt8], in range: Range<Int>? = nil, _ body: (inout JSONByteCursor) -> Result
    ) -> Result {
        bytes.withUnsafeBytes {
            var cursor = JSONByteCursor($0, in: range ?? 0..<bytes.count)
            return body(&cursor)
        }
    }

    @Test("Past the end every byte is 0, however far")
    func pastTheEnd() {
        with([1, 2]) { cursor in
            #expect(cursor.byte(ahead: 1) == 2)
            #expect(cursor.byte(ahead: 2) == 0)
            #expect(cursor.byte(ahead: 100_000) == 0)
            cursor.advance(100)
            #expect(cursor.position == 2)
            #expect(cursor.isAtEnd)
            #expect(cursor.byte == 0)
        }
        with([]) { cursor in
            #expect(cursor.isAtEnd)
            #expect(cursor.byte == 0)
            #expect(cursor.word == nil)
        }
    }

    @Test("A word is there only if eight bytes are, and its first byte is the lowest")
    func words() {
        let bytes = Array(UInt8(1)...20)
        for length in 0...20 {
            for start in 0...length {
                with(bytes, in: start..<length) { cursor in
                    #expect((cursor.word != nil) == (length - start >= 8))
                    if let word = cursor.word { #expect(UInt8(truncatingIfNeeded: word) == bytes[start]) }
                }
            }
        }
    }

    @Test("A range that reaches outside the bytes is cut to them")
    func clamped() {
        with([1, 2, 3], in: 2..<50) { cursor in
            #expect(cursor.byte == 3)
            cursor.advance(1)
            #expect(cursor.isAtEnd)
        }
        with([1, 2, 3], in: -5..<1) { #expect($0.position == 0) }
        with([1, 2, 3], in: 70..<90) { #expect($0.isAtEnd) }
    }

    @Test("Keys match by length and bytes, inside the bytes only")
    func matching() {
        with(Array("xidx".utf8)) { cursor in
            #expect(cursor.matches(Array("id".utf8)[...], in: 1..<3))
            #expect(!cursor.matches(Array("id".utf8)[...], in: 1..<4))
            #expect(!cursor.matches(Array("ix".utf8)[...], in: 1..<3))
            #expect(!cursor.matches([0, 0], in: 4..<6))
            #expect(cursor.matches([], in: 4..<4))
        }
    }
}
