import CZlib
import Foundation
import Testing

@testable import FeedMock

@Suite("Pictures of the mock's items")
struct ItemPictureTests {
    @Test(
        "each that an item names is a PNG of the size that it says, in a few hundred bytes",
        arguments: ListName.allCases)
    func sizes(list: ListName) throws {
        let api = try MockAPI()
        for index in 0..<5 {
            let item = try #require(api.world.item(index, of: list, at: 0))
            let fields = try #require(try JSONSerialization.jsonObject(with: Data(item.utf8)) as? Fields)
            let images = fields["images"] as? [Fields] ?? (fields["image_url"].map { [["url": $0]] } ?? [])
            for image in images {
                let url = try #require(image["url"] as? String)
                let answer = api.answer(MockRequest(.get, url))
                #expect(answer.status == .ok && answer.header("Content-Type") == "image/png")
                #expect(answer.header("ETag") != nil && answer.header("Cache-Control") == "max-age=86400")
                #expect((100..<800).contains(answer.body.count), "\(answer.body.count) bytes")
                let sides = [16, 20].map { place in answer.body[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
                if let width = image["width"] as? Int { #expect(sides == [width, image["height"] as? Int]) }
            }
        }
    }

    @Test("its rows are whole, and have two colours")
    func rows() throws {
        let picture = try #require(ItemPicture("photos/120-1.png", in: try MockAPI().world, at: 0))
        let row = 1 + (picture.width + 7) / 8
        let (png, size) = (picture.png, row * picture.height)
        var place = 8
        var unpacked: [UInt8] = []
        while place + 12 <= png.count {
            let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let (body, sum) = (png[place + 4..<place + 8 + length], png[place + 8 + length..<place + 12 + length])
            #expect(crc32(0, Array(body), UInt32(body.count)) == sum.reduce(0) { $0 << 8 | UInt($1) })
            if body.starts(with: "IDAT".utf8) {
                unpacked = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
                    var found = UInt(size + 1)
                    let packed = Array(body.dropFirst(4))
                    count = uncompress(output.baseAddress, &found, packed, UInt(packed.count)) == Z_OK ? Int(found) : 0
                }
            }
            place += 12 + length
        }
        #expect(place == png.count && unpacked.count == size)
        #expect(unpacked[1] == 0xFF && unpacked[size - 1] == 0 && unpacked[size - row] == 0)
    }

    @Test("one that no item has is not found")
    func missing() throws {
        let api = try MockAPI()
        for name in [
            "images", "images/", "images/photos/1", "images/photos/0-1.png", "images/photos/1-9.png",
            "images/photos/x-1.png",
            "images/profiles/-1.png", "images/other/1.png", "images/photos/1-1-1.png", "images/photos/1-1.jpg",
        ] {
            #expect(api.get(name).status == .notFound, "\(name)")
        }
    }

    @Test("faults may be for all of them, or for one")
    func faults() throws {
        let api = try MockAPI()
        for fault in ["images/*:404*3", "images/photos/30-1.png:cut=100", "images:html"] {
            #expect(throws: Never.self) { try api.check(try FaultRule(parsing: fault)) }
        }
    }
}
