import Testing

@testable import FeedModel

@Suite("An item with its detail")
struct ItemDetailTests {
    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test(
        "gives back both to the byte",
        arguments: [#"{"id":1}"#, "{}", "{ }", #"{ "id" : 1.0 , "a":{"detail":2} }"#, #"{"t":"}"}"#],
        [#"{"body":"é"}"#, "[1, 2]", #""text""#, "null", "{}", #"{"detail":{"a":1}}"#])
    func roundTrip(list: String, detail: String) throws {
        let list = bytes(list)
        let merged = try #require(ItemDetail.payload(list, with: bytes(detail)))
        try JSONDocument.validate(merged)
        #expect(ItemDetail.list(of: merged[...], bytes: list.count) == list)
        #expect(ItemDetail.detail(of: merged[...], bytes: list.count) == bytes(detail))
        merged.withUnsafeBufferPointer { payload in
            #expect(ItemDetail.hasList(list, in: payload, bytes: list.count))
            #expect(!ItemDetail.hasList(bytes(#"{"id":2}"#), in: payload, bytes: list.count))
        }
    }

    @Test(
        "is refused where the item is no object, or has a member of that name",
        arguments: ["1", "[]", #"{"detail":1}"#])
    func refused(list: String) {
        #expect(ItemDetail.payload(bytes(list), with: bytes("1")) == nil)
    }

    @Test("a count that only damage makes gives the payload as it is", arguments: [-1, 0, 9, 100])
    func damage(count: Int) {
        let payload = bytes(#"{"id":1}"#)
        #expect(ItemDetail.list(of: payload, bytes: count) == payload)
        #expect(ItemDetail.detail(of: payload, bytes: count) == nil)
        payload.withUnsafeBufferPointer { #expect(!ItemDetail.hasList(payload, in: $0, bytes: count)) }
    }
}
