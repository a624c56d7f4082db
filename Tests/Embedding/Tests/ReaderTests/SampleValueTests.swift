import FeedCache
import FeedStream
import Foundation
import Testing

@Suite("Values that an app's tests make")
struct SampleValueTests {
    private let time = Instant(Date(timeIntervalSince1970: 1_700_000_000))
    private let failure = SyncFailure(code: .connection, message: "no connection")

    @Test("reports of a sync, a delivery, a prune and what was forgotten")
    func reports() {
        let waiting = WaitingItems(items: 2, since: time, message: "2 items were not met")
        let photos = CollectionReport(
            name: "photos", outcome: .complete, mode: .delta, pages: 3, items: ItemCounts(inserted: 4, removed: 1),
            waiting: [waiting], warnings: ["the list is short"])
        let articles = CollectionReport(name: "articles", outcome: .failed, failure: failure)
        #expect(photos.items.inserted == 4 && photos.items.updated == 0 && photos.waiting == [waiting])
        #expect(photos.warnings.count == 1 && articles.items == ItemCounts() && articles.warnings.isEmpty)
        let sections = SectionsReport(outcome: .unchanged, revision: 7)
        let events = DeliveryReport(delivered: 1, pending: 2, failure: failure, nextAttempt: time)
        let report = SyncReport(
            run: 5, requests: 4, bytes: 900, seconds: 0.5, sections: sections, collections: [photos, articles],
            events: events)
        #expect(report.outcome == .partial && report.events?.isEmpty == false && report.sections?.revision == 7)
        #expect(SyncReport(run: nil).outcome == .unchanged && DeliveryReport().isEmpty)

        var prune = PruneReport()
        #expect(prune.isEmpty)
        prune.runs = 3
        #expect(!prune.isEmpty && ForgetReport(items: 9).items == 9)
    }

    @Test("the state of a cache, hits of a search and typed items")
    func states() {
        let wait = CollectionWait(until: time, reason: "it asked to wait")
        let status = FeedStatus(
            collections: [CollectionStatus(name: "photos", items: 3, wait: wait, failures: 1, lastFailure: failure)])
        #expect(status.waitingEvents == 0 && status.collections[0].wait?.until == time)
        #expect(status.collections[0].outcome == nil && status.collections[0].waiting.isEmpty)
        let hit = FeedHit(collection: "photos", item: FeedItem(id: "7", payload: "{}"), field: "title", text: "soup")
        #expect(hit.place == 0 && hit.section == nil)
        let items = FeedList<Int>.Items(values: [1])
        #expect(items.values == [1] && items.failures.isEmpty)
    }

    @Test("rows, positions and what a viewport counted")
    func rows() {
        let row = FeedRow.content(index: 0, id: "7", version: nil, payload: "{}")
        let section = FeedSection(id: "photos", rows: [row, row])
        let ids = [1, 2].map { FeedRow.ID(section: "photos", identity: row.identity, occurrence: $0) }
        #expect(section.rowIDs == ids && FeedRow.ID(section: "photos", identity: row.identity) == ids[0])
        #expect(FeedScreenSection(section).rows == ids.map { FeedScreenRow(id: $0, content: row) })
        let change = FeedChange(from: FeedScreen(sections: []), to: FeedScreen(sections: [section]))
        #expect(change.changes.sectionInserts == [0])
        let grown = FeedScreen(sections: [FeedSection(id: "photos", rows: [row])])
        #expect(FeedChange(from: grown, to: change.screen).changes.inserts == [RowPosition(section: 0, row: 1)])
        #expect(OffsetPair(old: 1, new: 2).new == 2)
        let impression = SlotImpression(ad: "ad-1", row: 4, at: time)
        let update = FeedViewport.Update(section: section, impressions: [impression])
        #expect(update.adFailure == nil && update.impressions.map(\.row) == [4] && update.section == section)
    }

    @Test("a request for a transport, and a message for a mirror")
    func messages() throws {
        let url = try #require(URL(string: "https://api.example.com/v1/photos"))
        let request = FeedRequest(url: url, headers: [.init(name: "Accept", value: "application/json")])
        #expect(request.method == "GET" && request.body == nil && request.timeout == .seconds(30))

        var message = FeedMessage(.item, cache: "c", snapshot: 1, change: 2)
        #expect(message.time == nil && message.body == nil && !message.isComplete)
        message.place = FeedMessage.Place(number: 3)
        (message.time, message.body) = (time.date, Data("{}".utf8))
        #expect(message.time == time.date && message.body == Data("{}".utf8) && message.place?.rank == 0)
    }
}
