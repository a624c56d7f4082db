import CZlib

/// gzip (RFC 1952) by the system's zlib.
enum Gzip {
    enum Failure: Error, Equatable {
        case damaged
        case tooLarge
    }

    /// `bytes` packed, always to the same result; nil when zlib has no memory for it.
    static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard bytes.count <= Int(UInt32.max),
            deflateInit2_(
                &stream, Z_BEST_SPEED, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, streamSize) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var isWhole = false
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            isWhole = run(&stream, bytes[...], into: output) { deflate(&$0, Z_FINISH) } == Z_STREAM_END
            count = bound - Int(stream.avail_out)
        }
        return isWhole ? packed : nil
    }

    /// What `bytes` unpack to, stopping as soon as that would be more than `limit` bytes.
    static func unpack(_ bytes: [UInt8], limit: Int) -> Result<[UInt8], Failure> {
        var stream = z_stream()
        guard bytes.count <= Int(UInt32.max),
            inflateInit2_(&stream, windowBits, ZLIB_VERSION, streamSize) == Z_OK
        else { return .failure(.damaged) }
        defer { inflateEnd(&stream) }
        var unpacked: [UInt8] = []
        var left = bytes[...]
        while true {
            var status = Z_OK
            let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { output, count in
                status = run(&stream, left, into: output) { inflate(&$0, Z_NO_FLUSH) }
                count = pieceSize - Int(stream.avail_out)
            }
            left = left.suffix(Int(stream.avail_in))
            unpacked += piece
            if unpacked.count > limit { return .failure(.tooLarge) }
            if status == Z_STREAM_END { return .success(unpacked) }
            // No progress without an end: the input was cut short.
            if status != Z_OK || piece.isEmpty && left.isEmpty { return .failure(.damaged) }
        }
    }

    private static let windowBits: Int32 = 15 + 16  // the largest window, with a gzip header
    private static let streamSize = Int32(MemoryLayout<z_stream>.size)
    private static let pieceSize = 64 * 1_024

    /// One call into zlib with its input and output set; the pointers are forgotten afterwards.
    private static func run(
        _ stream: inout z_stream, _ input: ArraySlice<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>,
        _ step: (inout z_stream) -> Int32
    ) -> Int32 {
        input.withUnsafeBufferPointer { input in
            // zlib takes its input as mutable but only reads it.
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            defer { (stream.next_in, stream.next_out) = (nil, nil) }
            return step(&stream)
        }
    }
}
