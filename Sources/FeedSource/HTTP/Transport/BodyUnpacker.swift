import CZlib

/// Collects a body as it arrives, unpacks it from `gzip` or `deflate` (RFC 9110 §8.4.1), and stops as soon as it is longer
/// than its limit, so that a small answer cannot unpack into all of the memory.
///
/// gzip may have several members, one after the other (RFC 1952 §2.2). `deflate` is the zlib format (RFC 1950); the
/// servers that send the bare compressed data (RFC 1951) under that name are understood too (RFC 9110 §8.4.1.2, note).
final class BodyUnpacker {
    /// The names of codings that are unpacked; `x-gzip` is gzip (RFC 9110 §8.4.1.3).
    static let codings = ["gzip", "x-gzip", "deflate"]

    private static let pieceSize = 64 * 1_024

    private let isPacked: Bool
    private let takesBareData: Bool
    private let limit: Int
    /// zlib keeps the address of the stream, so it may not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let piece: UnsafeMutableBufferPointer<UInt8>
    /// Whether the first two bytes are those of gzip, which may have several members; nil until they have arrived.
    private var isGzip: Bool?
    /// The first byte, while the second, which identifies the format, has not arrived.
    private var head: [UInt8] = []
    private var isWhole = false
    private var unpacked: [UInt8] = []
    private var count = 0

    /// - Parameters:
    ///   - coding: one of `codings`; of any other the bytes stay as they are.
    ///   - limit: the longest body that is taken, in bytes.
    init(coding: String, limit: Int) {
        isPacked = Self.codings.contains(coding)
        takesBareData = coding == "deflate"
        self.limit = limit
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        piece = .allocate(capacity: Self.pieceSize)
    }

    deinit {
        if isGzip != nil { inflateEnd(stream) }
        stream.deallocate()
        piece.deallocate()
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(UnpackingError) {
        guard isPacked else { return try take(bytes) }
        guard self.isGzip == nil else { return try unpack(bytes) }
        head.append(contentsOf: bytes)
        guard head.count >= 2 else { return }
        let isGzip = head[0] == 0x1F && head[1] == 0x8B
        let isBare = takesBareData && !isGzip && !Self.isZlib(head[0], head[1])
        // 15 is the largest window; 32 more let zlib recognise its own header and gzip's, the sign says that there is none.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, isBare ? -15 : 15 + 32, ZLIB_VERSION, size) == Z_OK else { throw .damaged }
        self.isGzip = isGzip
        let bytes = head
        head = []
        try bytes.withUnsafeBytes { bytes in Result { () throws(UnpackingError) in try unpack(bytes) } }.get()
    }

    /// What is unpacked by now, and was not drained before.
    func drain() -> [UInt8] {
        defer { unpacked = [] }
        return unpacked
    }

    /// The unpacked body, but for what was drained.
    ///
    /// - Throws: `UnpackingError.cutOff` where the packed one has no end. None at all is an empty body.
    func finish() throws(UnpackingError) -> [UInt8] {
        guard isWhole || isGzip == nil && head.isEmpty else { throw .cutOff }
        return unpacked
    }

    /// Bare data never looks so: the low half of the first byte would be a stored block whose padding is not zero. Nor does
    /// it look like gzip, whose 1F would be a block of no known type.
    private static func isZlib(_ first: UInt8, _ second: UInt8) -> Bool {
        first & 0x0F == 8 && first >> 4 <= 7 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
    }

    private func unpack(_ bytes: UnsafeRawBufferPointer) throws(UnpackingError) {
        guard !bytes.isEmpty else { return }
        // zlib takes its input as mutable but only reads it.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        defer { (stream.pointee.next_in, stream.pointee.avail_in) = (nil, 0) }
        repeat {
            if isWhole { try beginNextMember() }
            stream.pointee.next_out = piece.baseAddress
            stream.pointee.avail_out = UInt32(piece.count)
            let status = inflate(stream, Z_NO_FLUSH)
            let count = piece.count - Int(stream.pointee.avail_out)
            try take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<count]))
            switch status {
            case Z_OK: break
            case Z_STREAM_END: isWhole = true
            // Nothing to do but to wait for more.
            case Z_BUF_ERROR: return
            default: throw .damaged
            }
        } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 && !isWhole
    }

    private func take(_ bytes: UnsafeRawBufferPointer) throws(UnpackingError) {
        guard bytes.count <= limit - count else { throw .tooLarge }
        count += bytes.count
        unpacked.append(contentsOf: bytes)
    }

    private func beginNextMember() throws(UnpackingError) {
        guard isGzip == true, inflateReset(stream) == Z_OK else { throw .bytesBehindEnd }
        isWhole = false
    }
}

enum UnpackingError: Error, Equatable {
    case damaged
    case bytesBehindEnd
    case cutOff
    case tooLarge
}
