/// What the first bytes of a file say of a picture: its format, and how large it is.
///
/// PNG (ISO/IEC 15948), GIF89a, JPEG (ITU-T T.81, B.2), WebP (RFC 9649), BMP, and AVIF and HEIF (ISO/IEC 23008-12).
struct ImageHeader: Equatable {
    /// So many bytes have the size of most pictures, and so many that of a JPEG with a thumbnail and a profile before it.
    static let usualLength = 4_096
    static let length = 262_144
    /// The formats that are known by their first bytes.
    static let types: Set = [
        "image/png", "image/gif", "image/jpeg", "image/webp", "image/bmp", "image/avif", "image/heic",
    ]

    let type: String
    /// In pixels; nil where it is not among these bytes.
    private(set) var width: Int?
    private(set) var height: Int?

    /// Nil where it is none of these formats.
    init?(_ bytes: [UInt8]) {
        let reader = Reader(bytes: bytes)
        switch true {
        case bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]):
            type = "image/png"
            set(reader.big(16, 4), reader.big(20, 4))
        case reader.has("GIF8", at: 0):
            type = "image/gif"
            set(reader.little(6, 2), reader.little(8, 2))
        case bytes.starts(with: [0xFF, 0xD8, 0xFF]):
            type = "image/jpeg"
            readFrame(reader)
        case reader.has("RIFF", at: 0) && reader.has("WEBP", at: 8):
            type = "image/webp"
            readWebP(reader)
        case reader.has("BM", at: 0) && reader.little(6, 4) == 0:
            type = "image/bmp"
            set(reader.little(18, 4), reader.little(22, 4))
        case reader.has("ftyp", at: 4):
            guard let brand = ["avif", "avis", "heic", "heix", "mif1"].first(where: { reader.has($0, at: 8) }) else {
                return nil
            }
            type = brand.hasPrefix("avi") ? "image/avif" : "image/heic"
            // A box with a size: a version, then width and height. A picture that is made of tiles, or has a thumbnail, has
            // several, of which its own is the largest.
            for box in bytes.indices where reader.has("ispe", at: box) {
                guard let next = reader.big(box + 8, 4), next > width ?? 0 else { continue }
                set(next, reader.big(box + 12, 4))
            }
        default: return nil
        }
    }

    private mutating func set(_ width: Int?, _ height: Int?) {
        guard let width, let height, (1...1 << 24).contains(width), (1...1 << 24).contains(height) else { return }
        (self.width, self.height) = (width, height)
    }

    /// Goes from segment to segment to the one that begins a frame.
    private mutating func readFrame(_ reader: Reader) {
        var place = 2
        while let mark = reader.big(place, 2), mark >> 8 == 0xFF {
            let code = mark & 0xFF
            // 0xC4, 0xC8 and 0xCC are tables.
            if (0xC0...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) {
                return set(reader.big(place + 7, 2), reader.big(place + 5, 2))
            }
            // A mark may have fill bytes before it; some marks have no length.
            if code == 0xFF {
                place += 1
            } else if code == 0x01 || (0xD0...0xD8).contains(code) {
                place += 2
            } else {
                guard let length = reader.big(place + 2, 2), length >= 2 else { return }
                place += 2 + length
            }
        }
    }

    private mutating func readWebP(_ reader: Reader) {
        if reader.has("VP8X", at: 12) {
            set(reader.little(24, 3).map { $0 + 1 }, reader.little(27, 3).map { $0 + 1 })
        } else if reader.has("VP8L", at: 12) {
            guard let bits = reader.little(21, 4) else { return }
            set(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        } else if reader.has("VP8 ", at: 12) {
            set(reader.little(26, 2).map { $0 & 0x3FFF }, reader.little(28, 2).map { $0 & 0x3FFF })
        }
    }

    private struct Reader {
        let bytes: [UInt8]

        func has(_ text: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }

        /// Nil past the end.
        func big(_ place: Int, _ count: Int) -> Int? {
            guard place + count <= bytes.count else { return nil }
            return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }

        func little(_ place: Int, _ count: Int) -> Int? {
            guard place + count <= bytes.count else { return nil }
            return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
