import TestSupport
import Testing

@testable import FeedModel

@Suite struct StagedChangesetTests {
    private func stages(_ old: String, _ new: String) -> [StagedChangeset<SampleSection>.Stage] {
        StagedChangeset(from: SampleSection.feed(old), to: SampleSection.feed(new)).stages
    }

    private func feed(_ text: String) -> [SampleSection] { SampleSection.feed(text) }

    @Test("Equal feeds need no stage")
    func equal() {
        #expect(stages("S: a | T:", "S: a | T:").isEmpty)
    }

    @Test("Rows that come, go and move do so in one batch")
    func rowsOnly() throws {
        let stages = stages("S: a b c | T: d", "S: c a x | T: d b")
        let stage = try #require(stages.first)
        #expect(stages.count == 1)
        #expect(stage.changes.count == 3)
        #expect(stage.feed == feed("S: c a x | T: d b"))
    }

    @Test("Sections that come, go and move do so in one batch")
    func sectionsOnly() {
        #expect(stages("S: a | T: b | U: c", "V: x | U: c | T: b").map(\.changes.count) == [3])
    }

    @Test("A section that rows move into is there before them, and one they leave goes after them")
    func borders() {
        let stages = stages("S: a b | T: c", "T: c | U: x a")
        #expect(
            stages.map(\.feed) == [feed("S: a b | T: c | U: x"), feed("S: b | T: c | U: x a"), feed("T: c | U: x a")])
    }

    @Test("Reloads come last, rows before sections, old content standing until then")
    func reloads() {
        let stages = stages("S: a b", "S2: b2 a x")
        #expect(stages.map(\.feed) == [feed("S: b a x"), feed("S: b2 a x"), feed("S2: b2 a x")])
    }

    @Test("Every batch passes UIKit's checks, and the last one ends in the new feed")
    func simulated() throws {
        for seed in SeededGenerator.seeds(1000) {
            var dice = FeedDice(generator: SeededGenerator(seed: seed))
            let (old, new) = dice.pair()
            let stages = StagedChangeset(from: old, to: new).stages
            var screen = BatchSimulator(feed: old)
            for stage in stages {
                try screen.perform(stage.changes, dataSource: stage.feed, seed: seed)
            }
            #expect(screen.feed == new, "seed \(seed): \(old) \(new)")
            #expect((stages.isEmpty ? old : stages[stages.count - 1].feed) == new, "seed \(seed)")
        }
    }
}

/// A table view on paper: checks what UIKit checks before it animates a batch, then shows the result.
private struct BatchSimulator {
    private(set) var feed: [SampleSection]

    mutating func perform(_ changes: Changeset, dataSource: [SampleSection], seed: UInt64) throws {
        checkCombination(changes, seed: seed)
        checkCounts(changes, dataSource: dataSource, seed: seed)
        let shown = try changes.applied(to: feed, contentFrom: dataSource)
        #expect(shown == dataSource, "seed \(seed): the animation would show something else")
        feed = shown
    }

    /// What UIKit refuses in one batch.
    private func checkCombination(_ changes: Changeset, seed: UInt64) {
        let deleted = Set(changes.sectionDeletes)
        let inserted = Set(changes.sectionInserts)
        let isStructural = !(deleted.isEmpty && inserted.isEmpty && changes.sectionMoves.isEmpty)
        let hasRowChanges = !(changes.deletes.isEmpty && changes.inserts.isEmpty && changes.moves.isEmpty)
        let hasReloads = !(changes.updates.isEmpty && changes.sectionUpdates.isEmpty)
        #expect([isStructural, hasRowChanges, hasReloads].count { $0 } == 1, "seed \(seed): mixed batch")
        #expect(changes.updates.isEmpty || changes.sectionUpdates.isEmpty, "seed \(seed): a row in a reloaded section")
        let sources = changes.deletes + changes.moves.map(\.old)
        let targets = changes.inserts + changes.moves.map(\.new)
        #expect(Set(sources).count == sources.count, "seed \(seed): a row leaves twice")
        #expect(Set(targets).count == targets.count, "seed \(seed): two rows arrive at one place")
    }

    /// "The number of rows after the update must be equal to the number before, plus or minus those inserted or
    /// deleted, and plus or minus those moved into or out of that section."
    private func checkCounts(_ changes: Changeset, dataSource: [SampleSection], seed: UInt64) {
        let sectionCount = feed.count + changes.sectionInserts.count - changes.sectionDeletes.count
        #expect(dataSource.count == sectionCount, "seed \(seed): number of sections")
        let arrangement = Arrangement(
            oldCount: feed.count, departures: changes.sectionDeletes + changes.sectionMoves.map(\.old),
            arrivals: changes.sectionInserts + changes.sectionMoves.map(\.new))
        for (index, source) in (arrangement?.sources ?? []).enumerated() {
            guard let source else { continue }
            let gone = changes.deletes.count { $0.section == source } + changes.moves.count { $0.old.section == source }
            let come = changes.inserts.count { $0.section == index } + changes.moves.count { $0.new.section == index }
            #expect(
                dataSource[index].rows.count == feed[source].rows.count - gone + come,
                "seed \(seed): number of rows in section \(index)")
        }
        for move in changes.sectionMoves {
            #expect(dataSource[move.new].rows.count == feed[move.old].rows.count, "seed \(seed): a section that moves")
        }
    }
}

extension StagedChangeset {
    fileprivate init(from old: [Section], to new: [Section]) {
        self.init(Changeset(from: old, to: new), from: old, to: new)
    }
}
