/// A bounds-checked position in borrowed bytes: the only place where JSON reading touches unsafe memory.
///
/// Why this is safe:
/// - `base` and `end` come from one `withUnsafeBufferPointer` call and never change; a cursor is created in such a call
///   (`JSONScanner.reading`) and lives no longer.
/// - `position` starts inside `0 ... end`, and `advance`, the only way to move it, stops at `end`.
/// - Every load checks its whole extent against `end` first: `byte` and `byte(ahead:)` one byte, `word` eight,
///   `matches` the key's length.
///
/// Past the end `byte` reads as 0, a byte that no JSON token begins with or holds, so that a grammar written over the
/// cursor sees the end as one more unexpected byte and needs no test for it.
struct JSONByteCursor {
    private let base: UnsafeRawPointer?
    let end: Int
    private(set) var position: Int

    /// A cursor over `bytes[range]`; what lies outside `bytes` is left out.
    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
        base = bytes.baseAddress
        let clamped = range.clamped(to: 0..<bytes.count)
        end = clamped.upperBound
        position = clamped.lowerBound
    }

    @inline(__always) var isAtEnd: Bool { position == end }

    @inline(__always) var byte: UInt8 { load(at: position) }

    @inline(__always) func byte(ahead count: Int) -> UInt8 { load(at: position &+ count) }

    /// The next eight bytes, the first in the lowest bits; `nil` if there are fewer.
    @inline(__always) var word: UInt64? {
        guard let base, end &- position >= 8 else { return nil }
        return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    @inline(__always) mutating func advance(_ count: Int) { position = min(position &+ count, end) }

    @inline(__always) func matches(_ key: some Collection<UInt8>, in range: Range<Int>) -> Bool {
        guard range.count == key.count, range.lowerBound >= 0, range.upperBound <= end else { return false }
        var offset = range.lowerBound
        for byte in key {
            guard load(at: offset) == byte else { return false }
            offset &+= 1
        }
        return true
    }

    func bytes(in range: Range<Int>) -> [UInt8] {
        guard let base else { return [] }
        return Array(UnsafeRawBufferPointer(start: base, count: end)[range.clamped(to: 0..<end)])
    }

    @inline(__always) private func load(at offset: Int) -> UInt8 {
        guard let base, offset < end else { return 0 }
        return base.load(fromByteOffset: offset, as: UInt8.self)
    }
}
