import FeedCache
import FeedMock
import Foundation
import Testing

@testable import Reader

@MainActor
@Suite("A view without a server")
struct SampleScreenTests {
    @Test("shows a sample of the mock's world, which is the same each time")
    func sample() {
        let screen = FeedScreen.sample(rows: 12)
        #expect(
            screen == .sample(rows: 12) && screen != .sample(seed: 2, rows: 12) && screen != .sample(tick: 9, rows: 12))
        #expect(screen.sections.count == 8 && FeedScreen.sample(rows: -1).sections.allSatisfy(\.rows.isEmpty))
        let articles = screen["articles"]
        #expect(articles?.rows.count == 13 && articles?.rows[6].id.text.hasPrefix("ad-") == true)
        #expect(articles.map { $0.rowCount > 13 && $0.collection == "articles" } == true)
        #expect(Set(screen.sections.flatMap(\.rowIDs)).count == screen.sections.reduce(0) { $0 + $1.rows.count })

        let view = FeedView(model: FeedScreenModel(showing: screen))
        #if !canImport(SwiftUI)
            #expect(view.lines.count == screen.sections.count + screen.sections.reduce(0) { $0 + $1.rows.count })
            #expect(view.lines.contains { $0.hasPrefix("ad ad-") })
        #endif
        _ = view
    }

    @Test("shows what a test says, in whatever phase, and nothing is asked for")
    func values() async throws {
        let photo = FeedItem(id: "7", payload: #"{"id": 7, "updated_at": 1, "title": "soup"}"#)
        #expect(try photo.decode(Photo.self, with: Photo.decoder).title == "soup" && photo.version == nil)
        let row = FeedRow.content(index: 0, id: photo.id, version: photo.version, payload: photo.payload)
        let section = FeedSection(
            id: "photos", type: "grid", title: "Photos", layout: "waterfall", collection: "photos", rows: [row],
            firstRow: 4, rowCount: 2)
        #expect(section.rowCount == 5 && section.type == "grid" && section.payload == "{}")
        #expect(FeedSection(id: "a", rows: [row], firstRow: -3, rowCount: 9).firstRow == 0)
        #expect(FeedSection(id: "a", rows: [row], firstRow: Int.max).rowCount == Int.max)

        let failure = SyncFailure(code: .httpStatus, status: 503, message: "the server answered 503")
        let refusal = FeedError(code: .variables, message: "the token server is away", advice: "try again")
        let since = Instant(Date(timeIntervalSince1970: 1_700_000_000))
        #expect(since.date == Date(timeIntervalSince1970: 1_700_000_000))
        let progress = FeedProgress(finished: 1, collections: 4, items: 20)
        #expect(progress.fraction == 0.25 && FeedProgress(finished: 0, collections: 0).fraction == 0)
        #expect(FeedProgress(finished: 0, collections: 1, fraction: 2).fraction == 1)
        let phases: [FeedPhase] = [
            .idle, .syncing(progress), .offline(since: since), .failed(failure), .refused(refusal),
        ]
        for phase in phases {
            let model = FeedScreenModel(showing: FeedScreen(sections: [section]), phase: phase)
            #expect(model.phase == phase && model.sections.map(\.title) == ["Photos"])
            await model.run(syncIfOlderThan: .zero)
            await model.refresh()
            await model.loadMore(of: "photos")
            let shown = model.sections[0].rows[0].id
            await model.show([shown]).value
            await model.tap(shown).value
            #expect(model.phase == phase && model.sections[0].rows.map(\.content) == [row])
        }
    }

    @Test("follows a change that a test makes of two screens")
    func change() {
        let change = FeedChange(from: .sample(), to: .sample(tick: 6))
        #expect(change.screen == .sample(tick: 6) && change.stages.last?.screen == change.screen)
        #expect(FeedChange(from: .sample(), to: .sample()).stages.isEmpty)
    }
}
