import Testing

@testable import FeedAssets

@Suite("The head of a picture")
struct ImageHeaderTests {
    private static let frame: [UInt8] = [0xFF, 0xC2, 0, 17, 8, 1, 0xE0, 2, 0x80, 3]

    /// Bytes of text and numbers, the type, and the size.
    private static let heads: [(text: String, rest: [UInt8], type: String, width: Int, height: Int)] = [
        ("GIF89a", [0x40, 0x01, 0xC8, 0x00], "image/gif", 320, 200),
        ("RIFF....WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0], "image/webp", 640, 480),
        ("RIFF....WEBPVP8L....", [0x2F, 0x7F, 0xC2, 0x77, 0x00], "image/webp", 640, 480),
        ("RIFF....WEBPVP8 ....", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 2, 0xE0, 1], "image/webp", 640, 480),
        ("....ftypavif....ispe", [0, 0, 0, 0, 0, 0, 2, 0x80, 0, 0, 1, 0xE0], "image/avif", 640, 480),
        (
            "....ftypheic....ispe",
            [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0] + Array("....ispe".utf8) + [
                0, 0, 0, 0, 0, 0, 15, 0xC0, 0, 0, 11, 0xD0,
            ],
            "image/heic", 4_032, 3_024
        ),
        (
            "BM....", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 2, 0, 0, 0xE0, 1, 0, 0], "image/bmp", 640, 480
        ),
    ]

    @Test("says its format and size", arguments: heads.indices)
    func sizes(index: Int) {
        let (text, rest, type, width, height) = Self.heads[index]
        let header = ImageHeader(Array(text.utf8) + rest)
        #expect(header?.type == type)
        #expect(header?.width == width && header?.height == height)
    }

    @Test("of a PNG, and of a JPEG after an application segment, a table and a fill byte")
    func others() {
        let png = ImageHeader(AssetServer.png("x"))
        #expect(png?.type == "image/png" && png?.width == 40 && png?.height == 30)
        let before: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF]
        let jpeg = ImageHeader(before + Self.frame)
        #expect(jpeg?.type == "image/jpeg" && jpeg?.width == 640 && jpeg?.height == 480)
    }

    @Test("that is cut off, or wrong, says less, and is read without harm")
    func damaged() {
        let heads =
            Self.heads.map { Array($0.text.utf8) + $0.rest } + [[0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2] + Self.frame]
        for bytes in heads {
            for count in 0...bytes.count { _ = ImageHeader(Array(bytes.prefix(count))) }
        }
        #expect(ImageHeader([0xFF, 0xD8, 0xFF, 0xE0, 0, 0] + Self.frame)?.width == nil)
        #expect(ImageHeader(Array("<svg>".utf8)) == nil && ImageHeader([]) == nil)
    }
}
