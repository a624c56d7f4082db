import CZlib
import HTTPTypes

/// gzip (RFC 1952) by the system's zlib.
enum Gzip {
    enum UnpackingError: Error, Equatable {
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
    static func unpack(_ bytes: [UInt8], limit: Int) -> Result<[UInt8], UnpackingError> {
        var stream = z_stream()
        guard bytes.count <= Int(UInt32.max), inflateInit2_(&stream, windowBits, ZLIB_VERSION, streamSize) == Z_OK
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

/// Which content codings a header speaks of (RFC 9110, sections 8.4 and 12.5.3).
enum ContentCoding {
    /// Whether `Accept-Encoding` allows gzip: named itself, or by `*`, and not with a weight of 0.
    static func acceptsGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        var byWildcard = false
        for part in field.lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.trimming(while: \.isWhitespace) }
            guard let coding = pieces.first else { continue }
            let isAllowed = !pieces.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            switch coding {
            case "gzip", "x-gzip": return isAllowed
            case "*": byWildcard = isAllowed
            default: break
            }
        }
        return byWildcard
    }

    /// A request body as it was before it was packed.
    static func unpacked(_ request: MockRequest, limit: Int) throws(RequestError) -> [UInt8] {
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity": return request.body
        case "gzip", "x-gzip":
            switch Gzip.unpack(request.body, limit: limit) {
            case .success(let body): return body
            case .failure(.tooLarge): throw .bodyTooLarge(limit: limit)
            case .failure(.damaged): throw .badBody(reason: "it is not valid gzip")
            }
        case let other?: throw .unsupportedEncoding(other)
        }
    }
}
