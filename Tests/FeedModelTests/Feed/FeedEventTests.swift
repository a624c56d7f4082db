import FeedModel
import Testing

@Suite("An event")
struct FeedEventTests {
    @Test("happens to the item or the ad of a row")
    func target() {
        let item = FeedRow.content(index: 0, id: "7", version: "3", payload: "{}")
        #expect(FeedEvent.Target(item) == .item("7"))
        let ad = FeedRow.ad(slot: 2, serial: 9, id: "7", payload: "{}")
        #expect(FeedEvent.Target(ad) == .ad("7", serial: 9))
    }
}
