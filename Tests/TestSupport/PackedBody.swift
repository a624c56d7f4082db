/// Packed bodies made by hand (RFC 1950, RFC 1951, RFC 1952).
public enum PackedBody {
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// gzip: the text in one stored block.
    public static func gzip(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return head + deflate(text) + little(checksum(bytes)) + little(UInt32(bytes.count))
    }

    /// Bare deflate: the text in one stored block, at most 65,535 bytes.
    public static func deflate(_ text: String) -> [UInt8] {
        let size = UInt16(clamping: text.utf8.count)
        return [1] + little(size) + little(~size) + Array(text.utf8)
    }

    /// zlib: the text in one stored block.
    public static func zlib(_ text: String) -> [UInt8] {
        let (low, high) = text.utf8.reduce((1, 0) as (UInt32, UInt32)) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return [0x78, 0x01] + deflate(text) + little((high << 16 | low).byteSwapped)
    }

    /// gzip of `packed` bytes that unpack to about 158 times as many spaces.
    public static func gzipBomb(packed: Int) -> [UInt8] { head + bomb(packed: packed) }

    /// Bare deflate of `packed` bytes that unpack to about 158 times as many spaces: a block of fixed codes that repeats
    /// the last 258 bytes over and over. It has no end, as nobody should get that far.
    public static func bomb(packed: Int) -> [UInt8] {
        var bits = Bits()
        bits.append(0b1, count: 1)
        bits.append(0b01, count: 2)
        bits.appendCode(0x30 + 0x20, count: 8)
        while bits.bytes.count < packed {
            bits.appendCode(0b1100_0101, count: 8)
            bits.appendCode(0, count: 5)
        }
        return bits.bytes
    }

    private struct Bits {
        var bytes: [UInt8] = []
        private var rest: UInt8 = 0
        private var used = 0

        /// Numbers go in from their lowest bit.
        mutating func append(_ value: Int, count: Int) {
            for shift in 0..<count { push(UInt8(value >> shift & 1)) }
        }

        /// Huffman codes go in from their highest bit.
        mutating func appendCode(_ value: Int, count: Int) {
            for shift in (0..<count).reversed() { push(UInt8(value >> shift & 1)) }
        }

        private mutating func push(_ bit: UInt8) {
            rest |= bit << UInt8(used)
            used += 1
            if used == 8 {
                bytes.append(rest)
                (rest, used) = (0, 0)
            }
        }
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }
}
