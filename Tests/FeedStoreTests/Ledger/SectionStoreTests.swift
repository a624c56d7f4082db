import FeedModel
import Testing

@testable import FeedStore

@Suite("The revisions of the section config")
struct SectionStoreTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    /// Saves a config in the run that is under way.
    private func save(_ body: String) throws -> (revision: Int, isNew: Bool) {
        try fixture.source.sections.save(
            body: body, url: "u", answeredBy: "u", headers: "h", validator: Validator(etag: nil, lastModified: nil),
            run: fixture.run.id, now: fixture.now
        ) { $0 == body }
    }

    @Test("the one in force at a run is the last that came by its end, with a later one none of it")
    func asOf() throws {
        let before = try fixture.database.read(source: "test") { try $0.sectionRevision() }
        #expect(before == nil)
        let first = fixture.run.id
        #expect(try save("a") == (1, true))
        try fixture.nextRun()
        let second = fixture.run.id
        #expect(try save("a") == (1, false))
        try fixture.nextRun()
        let third = fixture.run.id
        #expect(try save("b") == (2, true))
        #expect(try save("c") == (3, true))
        try fixture.database.read(source: "test") { (reader) throws in
            #expect(try reader.sectionRevision(asOf: first - 1) == nil)
            #expect(try reader.sectionRevision(asOf: first)?.body == "a")
            #expect(try reader.sectionRevision(asOf: second)?.body == "a")
            #expect(try reader.sectionRevision(asOf: third)?.number == 3)
            #expect(try reader.sectionRevision()?.body == "c")
            #expect(try reader.sectionRevision() == reader.sectionRevisions(limit: 1).first)
            #expect(try reader.sectionRevisionCount() == 3)
        }
        #expect(try fixture.source.sections.currentRevision()?.number == 3)
    }
}
