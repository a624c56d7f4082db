import CZlib
import FeedModel

/// A picture of the world: two shades of a colour, in the size that its item names, as a PNG of a few hundred bytes.
struct ItemPicture {
    /// Where pictures are, below the base of the API.
    static let folder = "images"

    let width: Int
    let height: Int
    /// What the colours are drawn from.
    private let seed: UInt64

    /// Where the picture of that name is: `photos/30-1`.
    static func path(_ name: String) -> String { "\(MockAPI.gourmetPath)/\(folder)/\(name).png" }

    /// Nil where no item of the world has a picture of that name.
    ///
    /// - Parameter name: what comes after `folder`: `photos/30-1.png`.
    init?(_ name: Substring, in world: World, at tick: Int) {
        guard name.hasSuffix(".png") else { return nil }
        let parts = name.dropLast(4).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let numbers = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        seed = SeededDraw.key(String(name))
        if let list = ListName(rawValue: String(parts[0])) {
            guard numbers.count == 2, let serial = numbers[0], let number = numbers[1], number >= 1,
                let item = world.timeline(of: list, at: tick).item(serial, in: world)
            else { return nil }
            // Photos say how large their pictures are.
            let sizes = item.value(at: DottedPath("images")).map(item.elements(of:)) ?? []
            guard number <= max(1, sizes.count) else { return nil }
            let size = sizes.isEmpty ? nil : sizes[number - 1]
            func side(_ name: String) -> Int? {
                size.flatMap { item.value(at: DottedPath(name), in: $0) }
                    .flatMap { Int(String(decoding: item.slice($0), as: UTF8.self)) }
            }
            (width, height) = (side("width") ?? 1_200, side("height") ?? (list == .featuredBanners ? 600 : 800))
        } else {
            guard ["profiles", "picks"].contains(parts[0]), numbers.count == 1, let number = numbers[0], number >= 0
            else { return nil }
            (width, height) = (320, 320)
        }
    }

    /// PNG (ISO/IEC 15948) with a palette of two colours, a bit for each pixel: a band at the top, and the rest, whose zeros take
    /// next to nothing.
    var png: [UInt8] {
        var draw = SeededDraw(seed)
        let colour = (0..<3).map { _ in draw.between(32...192) }
        let palette = (colour + colour.map { 255 - (255 - $0) / 2 }).map { UInt8($0) }
        let band = draw.between(height / 4...height / 2)
        let row = (width + 7) / 8
        // The first byte of a row says that it is not filtered.
        let rows = (0..<height).flatMap { [0] + [UInt8](repeating: $0 < band ? 0xFF : 0, count: row) }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + Self.chunk("IHDR", UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [1, 3, 0, 0, 0])
            + Self.chunk("PLTE", palette) + Self.chunk("IDAT", Self.packed(rows)) + Self.chunk("IEND", [])
    }

    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(length)) { output, count in
            let status = compress2(output.baseAddress, &length, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
            count = status == Z_OK ? Int(length) : 0
        }
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        let sum = UInt32(crc32(0, body, UInt32(body.count)))
        return UInt32(content.count).bigEndianBytes + body + sum.bigEndianBytes
    }
}

extension ListTimeline {
    /// Nil where the list does not have it.
    fileprivate func item(_ serial: Int, in world: World) -> JSONDocument? {
        guard isLive(serial) else { return nil }
        return try? JSONDocument(JSONWriter.bytes { world.write(serial, of: self, to: &$0) })
    }
}
