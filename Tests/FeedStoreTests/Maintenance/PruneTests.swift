import FeedModel
import Testing

@testable import FeedStore

@Suite("Pruning")
struct PruneTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func prune(_ policy: PruneOptions, at seconds: Int64 = 1_000_000_000) throws -> PruneReport {
        try fixture.source.prune(policy, now: Instant(seconds: seconds))
    }

    @Test("drops old tombstones, runs and history, and no live item")
    func drops() throws {
        try fixture.walkThrough([["1", "2", "3", "4"]])
        for ids in [["1", "2", "3"], ["1", "2"], ["2"], ["2"]] {
            try fixture.nextRun()
            try fixture.walkTwice([ids])
        }
        let report = try prune(PruneOptions(removedItems: .seconds(0), syncs: 1))
        #expect((report.tombstones, report.runs) == (3, 4))
        try fixture.nextRun()
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).runs == 1)
        #expect(try fixture.ids == ["2"])
        #expect(try fixture.inconsistencies == [])
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).isEmpty)
    }

    @Test("young tombstones and those of runs that stay are kept")
    func keeps() throws {
        try fixture.walkThrough([["1", "2"]])
        try fixture.nextRun()
        try fixture.walkTwice([["1"]])
        #expect(try prune(PruneOptions(removedItems: .seconds(3_600), syncs: 1), at: 60).tombstones == 0)
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).tombstones == 0)
        try fixture.nextRun()
        #expect(try prune(PruneOptions(removedItems: .seconds(0), syncs: 1)).tombstones == 1)
    }

    @Test("policies without sense do no harm", arguments: [(Int64.min, Int.min), (-1, 0), (Int64.max, Int.max)])
    func extremes(seconds: Int64, runs: Int) throws {
        try fixture.walkThrough([["1", "2"]])
        try fixture.nextRun()
        try fixture.walkTwice([["1"]])
        _ = try prune(PruneOptions(removedItems: .seconds(seconds), syncs: runs))
        #expect(try fixture.ids == ["1"])
    }
}
