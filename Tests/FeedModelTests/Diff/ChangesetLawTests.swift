import TestSupport
import Testing

@testable import FeedModel

/// What holds for the changes between any two feeds.
@Suite struct ChangesetLawTests {
    @Test("Carrying the changes out gives the new feed")
    func roundTrip() throws {
        for seed in SeededGenerator.seeds(1500) {
            var dice = FeedDice(generator: SeededGenerator(seed: seed))
            let (old, new) = dice.pair()
            let changes = Changeset(from: old, to: new)
            #expect(try changes.applied(to: old, contentFrom: new) == new, "seed \(seed): \(old) \(new) \(changes)")
        }
    }

    @Test("Nothing is asked for but what is new or changed")
    func lookups() throws {
        for seed in SeededGenerator.seeds(500) {
            var dice = FeedDice(generator: SeededGenerator(seed: seed))
            let (old, new) = dice.pair()
            let changes = Changeset(from: old, to: new)
            var sections: Set<Int> = []
            var rows: Set<RowPosition> = []
            _ = try changes.applied(
                to: old,
                section: { index in
                    sections.insert(index)
                    return new[index]
                },
                row: { position in
                    rows.insert(position)
                    return new[position.section].rows[position.row]
                })
            #expect(sections == Set(changes.sectionInserts + changes.sectionUpdates.map(\.new)), "seed \(seed)")
            #expect(rows == Set(changes.inserts + changes.updates.map(\.new)), "seed \(seed)")
        }
    }

    @Test("Who is who, what changed, came and went is as a plain reading of the law has it")
    func pairing() {
        for seed in SeededGenerator.seeds(1500) {
            var dice = FeedDice(generator: SeededGenerator(seed: seed))
            let (old, new) = dice.pair()
            let changes = Changeset(from: old, to: new)
            let plain = PlainPairing(old, new)
            #expect(changes.sectionDeletes == plain.sectionDeletes, "seed \(seed)")
            #expect(changes.sectionInserts == plain.sectionInserts, "seed \(seed)")
            #expect(changes.sectionUpdates == plain.sectionUpdates, "seed \(seed)")
            #expect(changes.deletes == plain.deletes, "seed \(seed): \(old) \(new)")
            #expect(changes.inserts == plain.inserts, "seed \(seed): \(old) \(new)")
            #expect(changes.updates == plain.updates, "seed \(seed): \(old) \(new)")
            #expect(changes.moves.allSatisfy { plain.partners[$0.new] == $0.old }, "seed \(seed): \(old) \(new)")
        }
    }

    @Test("No other choice of moves is smaller")
    func fewestMoves() {
        for seed in SeededGenerator.seeds(800) {
            var dice = FeedDice(generator: SeededGenerator(seed: seed))
            let (old, new) = dice.pair()
            let changes = Changeset(from: old, to: new)
            let plain = PlainPairing(old, new)
            #expect(changes.sectionMoves.count == plain.fewestSectionMoves, "seed \(seed): \(old) \(new)")
            #expect(changes.moves.count == plain.fewestMoves, "seed \(seed): \(old) \(new)")
        }
    }

    @Test("A list is a feed of one section")
    func lists() {
        for seed in SeededGenerator.seeds(500) {
            var dice = FeedDice(generator: SeededGenerator(seed: seed))
            let (old, new) = dice.lists()
            let sections = [old, new].map { [SampleSection(identity: "S", rows: $0)] }
            #expect(
                Changeset(from: old, to: new) == Changeset(from: sections[0], to: sections[1]), "seed \(seed)")
        }
    }

    @Test("Long lists with few, many and no duplicates follow the law too", arguments: [40, 700, 1_000_000])
    func longLists(identities: Int) throws {
        for seed in SeededGenerator.seeds(3) {
            var generator = SeededGenerator(seed: seed)
            func row() -> SampleRow {
                SampleRow(identity: "\(Int.random(in: 0..<identities, using: &generator))")
            }
            let old = (0..<700).map { _ in row() }
            var new = old
            new[100..<220].shuffle(using: &generator)
            new.removeSubrange(300..<380)
            new.insert(contentsOf: (0..<90).map { _ in row() }, at: 400)
            let sections = [old, new].map { [SampleSection(identity: "S", rows: $0)] }
            let changes = Changeset(from: old, to: new)
            let plain = PlainPairing(sections[0], sections[1])
            #expect(changes.deletes == plain.deletes, "seed \(seed)")
            #expect(changes.inserts == plain.inserts, "seed \(seed)")
            #expect(try changes.applied(to: sections[0], contentFrom: sections[1]) == sections[1], "seed \(seed)")
        }
    }

    @Test("Changes made for another feed are refused, or give something, without a trap")
    func mismatch() {
        var refusals = 0
        for seed in SeededGenerator.seeds(500) {
            var dice = FeedDice(generator: SeededGenerator(seed: seed))
            let (old, new) = dice.pair()
            let (other, _) = dice.pair()
            let changes = Changeset(from: old, to: new)
            do {
                _ = try changes.applied(to: other, contentFrom: other)
            } catch {
                #expect(error is ChangesetError, "seed \(seed)")
                refusals += 1
            }
        }
        #expect(refusals > 0)
    }
}
