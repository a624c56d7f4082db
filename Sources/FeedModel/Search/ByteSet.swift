/// A few bytes that are looked for in many, eight at a time.
struct ByteSet: Sendable {
    /// A byte, or two that differ in one bit: `mask` sets it in both.
    private struct Test {
        let mask: UInt64
        let bytes: UInt64
    }

    /// More would cost as much as a look at each byte.
    private static let mostTests = 4
    /// What differs between upper and lower case in ASCII.
    private static let letterCase: UInt8 = 0x20

    private let tests: [Test]

    /// Nil where they are too many.
    init?(_ bytes: Set<UInt8>) {
        var tests: [Test] = []
        for byte in bytes {
            let hasOther = bytes.contains(byte ^ Self.letterCase)
            if hasOther, byte & Self.letterCase == 0 { continue }
            tests.append(Test(mask: hasOther ? UInt64(repeating: Self.letterCase) : 0, bytes: UInt64(repeating: byte)))
        }
        guard !tests.isEmpty, tests.count <= Self.mostTests else { return nil }
        while tests.count < Self.mostTests { tests.append(tests[0]) }
        self.tests = tests
    }

    /// The first place from `start` on where one of the bytes may be. There is none before it; the last seven places are
    /// not looked at.
    func next(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var place = start
        return tests.withUnsafeBufferPointer { tests in
            let (first, second, third, fourth) = (tests[0], tests[1], tests[2], tests[3])
            while place + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                let found =
                    Self.places(of: first, in: word) | Self.places(of: second, in: word)
                    | Self.places(of: third, in: word) | Self.places(of: fourth, in: word)
                if found != 0 { return place + found.trailingZeroBitCount / 8 }
                place += 8
            }
            return place
        }
    }

    @inline(__always) private static func places(of test: Test, in word: UInt64) -> UInt64 {
        ((word | test.mask) ^ test.bytes).zeroBytes
    }
}
