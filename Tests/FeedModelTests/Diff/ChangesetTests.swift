import Foundation
import Testing

@testable import FeedModel

@Suite struct ChangesetTests {
    private func row(_ section: Int, _ row: Int) -> RowPosition { RowPosition(section: section, row: row) }

    private func changes(_ old: String, _ new: String) -> Changeset {
        Changeset(from: SampleSection.feed(old), to: SampleSection.feed(new))
    }

    private func list(_ old: String, _ new: String) -> Changeset {
        Changeset(from: SampleRow.list(old), to: SampleRow.list(new))
    }

    // MARK: Lists

    @Test("Equal lists, empty ones too, have no changes", arguments: ["", "a", "a b c", "a a b"])
    func equal(text: String) {
        #expect(list(text, text).isEmpty)
    }

    @Test("One row that moved past many is one move")
    func oneMove() {
        let changes = list("a b c d e", "b c d e a")
        #expect(changes.moves == [OffsetPair(old: row(0, 0), new: row(0, 4))])
        #expect(changes.count == 1)
    }

    @Test("A row may move and change at once")
    func moveAndUpdate() {
        let changes = list("a b c", "c2 a b")
        #expect(changes.moves == [OffsetPair(old: row(0, 2), new: row(0, 0))])
        #expect(changes.updates == changes.moves)
        #expect(changes.count == 2)
    }

    @Test("Deletes count in the old list, inserts in the new one")
    func offsets() {
        let changes = list("a b c d", "x a d y")
        #expect(changes.deletes == [row(0, 1), row(0, 2)])
        #expect(changes.inserts == [row(0, 0), row(0, 3)])
        #expect(changes.count == 4)
    }

    @Test("The first of equal rows pairs with the first, though the lists end alike")
    func duplicates() {
        let grown = list("a b", "b a b")
        #expect(grown.inserts == [row(0, 2)])
        #expect(grown.moves.count == 1)
        let shrunk = list("d d d", "d")
        #expect(shrunk.deletes == [row(0, 1), row(0, 2)])
        #expect(shrunk.count == 2)
    }

    // MARK: Sections

    @Test("A section that comes brings its rows, one that goes takes them")
    func wholeSections() {
        let changes = changes("S: a b | T: c", "T: c | U: x y")
        #expect(changes.sectionDeletes == [0])
        #expect(changes.sectionInserts == [1])
        #expect(changes.count == 2)
    }

    @Test("Sections move with their rows")
    func sectionMove() {
        let changes = changes("S: a b | T: c | U: d", "T: c | U: d | S: b a")
        #expect(changes.sectionMoves == [OffsetPair(old: 0, new: 2)])
        #expect(changes.moves == [OffsetPair(old: row(0, 1), new: row(2, 0))])
        #expect(changes.count == 2)
    }

    @Test("Another header is a section update, wherever the section stands")
    func header() {
        let changes = changes("S: a | T: b", "T: b | S2: a")
        #expect(changes.sectionUpdates == [OffsetPair(old: 0, new: 1)])
        #expect(changes.sectionMoves.count == 1)
        #expect(changes.count == 2)
    }

    @Test("A row that crosses into another section moves")
    func crossing() {
        let changes = changes("S: a b | T: c", "S: b | T: a2 c")
        #expect(changes.moves == [OffsetPair(old: row(0, 0), new: row(1, 0))])
        #expect(changes.updates == changes.moves)
        #expect(changes.count == 2)
    }

    @Test("A row moves out of a section that goes, and into one that comes")
    func crossingBorders() {
        let out = changes("S: a b | T: c", "T: c b")
        #expect(out.sectionDeletes == [0])
        #expect(out.moves == [OffsetPair(old: row(0, 1), new: row(0, 1))])
        #expect(out.count == 2)
        let both = changes("S: a b", "T: b x")
        #expect(both.sectionDeletes == [0])
        #expect(both.sectionInserts == [0])
        #expect(both.moves == [OffsetPair(old: row(0, 1), new: row(0, 0))])
        #expect(both.count == 3)
    }

    @Test("A row that stands in two sections stays in each")
    func sharedRow() {
        #expect(changes("S: a b | T: a c", "S: a b | T: a c").isEmpty)
        let left = changes("S: a b | T: c a", "S: b | T: c a")
        #expect(left.deletes == [row(0, 0)])
        #expect(left.count == 1)
    }

    // MARK: Writing

    @Test("Changes are written as arrays of offsets")
    func encoding() throws {
        let json = changes("S: a b | T: c d e", "T2: d c2 | U: x | S: a n").json
        #expect(
            String(decoding: json.bytes, as: UTF8.self) == """
                {"section_deletes":[],"section_inserts":[1],"section_moves":[[1,0]],"section_updates":[[1,0]],\
                "deletes":[[0,1],[1,2]],"inserts":[[2,1]],"moves":[[[1,1],[0,0]]],"updates":[[[1,0],[0,1]]]}
                """)
    }
}
