import FeedModel
import Testing

@testable import FeedStore

@Suite("A reader of one source")
struct FeedReaderTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        try fixture.walkThrough([["1", "2"]])
    }

    private func keys(_ source: String, account: String? = nil) throws -> [String] {
        try fixture.database.read(source: source, account: account) { try $0.list("list").keys() }
    }

    @Test("gives nothing of another source, be it unknown or of another account")
    func ownRows() throws {
        let other = try fixture.database.source(named: "test", account: "ann")
        _ = try other.collection(named: "list")
        _ = try RunStore.begin(.sync, of: other, process: 1, now: fixture.now)
        #expect(try keys("test") == ["1", "2"])
        #expect(try keys("test", account: "ann") == [])
        #expect(try keys("none") == [])
        let run = fixture.run.id
        try fixture.database.read(source: "test", account: "ann") { (reader) throws in
            #expect(try reader.runCount() == 1)
            #expect(try !reader.hasRun(run))
            #expect(try reader.latestEndedRun() == nil)
        }
        try fixture.database.read(source: "none") { (reader) throws in
            #expect(try reader.runs(limit: 9).isEmpty)
            #expect(try reader.problemCount(collection: nil) == 0)
            #expect(try reader.status(of: "list").lastAttempt == nil)
            #expect(try reader.outbox() == OutboxState(pending: 0, failures: 0, wait: nil))
            #expect(try reader.slotState(of: "s") == SectionSlotState())
        }
    }
}
