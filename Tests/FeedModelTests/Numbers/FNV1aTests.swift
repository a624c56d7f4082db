import Testing

@testable import FeedModel

@Suite struct FNV1aTests {
    @Test("The vectors of RFC 9923")
    func vectors() {
        #expect(FNV1a.hash("".utf8) == 0xCBF2_9CE4_8422_2325)
        #expect(FNV1a.hash("a".utf8) == 0xAF63_DC4C_8601_EC8C)
        #expect(FNV1a.hash("foobar".utf8) == 0x8594_4171_F739_67E8)
    }
}
