import FeedCache
import FeedModel
import Testing

@testable import FeedShell

@Suite("The list of changes")
struct ChangeListTests {
    private func feed(_ sections: FeedSection...) -> FeedScreen { FeedScreen(run: 2, sections: sections) }

    private func section(_ id: String, title: String = "T", _ rows: [FeedRow]) -> FeedSection {
        FeedSection(
            section: Section(id: id, type: "list", title: title, layout: "list", content: .collection("c")),
            rowCount: rows.count, firstRow: 0, rows: rows)
    }

    private func item(_ id: ItemID, _ title: String = "x") -> FeedRow {
        .content(index: 0, id: id, version: nil, payload: #"{"id":"\#(id)","title":"\#(title)"}"#)
    }

    private func list(
        _ before: FeedScreen, _ after: FeedScreen, _ content: ChangeList.Content = .title
    ) throws -> ChangeList {
        try ChangeList(FeedChange(from: before, to: after), content: content)
    }

    private struct GivenChange: ListedChange {
        let changes: Changeset
        let before: String?
        var older = false
        var note: () -> Void = {}

        var run: Int64? { 2 }
        var sectionsBefore: [Section] { [.implicit(for: "a")] }
        var sectionsAfter: [Section] { sectionsBefore }
        func rowBefore(_ position: RowPosition) -> OutlinedChange.Row { row(before) }
        func rowAfter(_ position: RowPosition) -> OutlinedChange.Row { row("{}") }
        func isOlder(_ position: RowPosition) -> Bool { older }

        private func row(_ payload: String?) -> OutlinedChange.Row {
            note()
            return OutlinedChange.Row(isAd: false, id: "1", payload: payload)
        }
    }

    private func text(_ list: ChangeList) -> [String] {
        list.lines.map { "\($0.change) \($0.section) \($0.place): \($0.what)" }
    }

    @Test("says what came, went, moved and changed, and which fields")
    func rows() throws {
        let before = feed(section("a", [item("1"), item("2"), item("3")]), section("b", []))
        let after = feed(section("a", [item("3"), item("2", "y"), item("4")]), section("b", [item("1")]))
        #expect(
            try text(list(before, after)) == [
                "+ a 2: 4 x", "↕ a 2 → 0: 3 x", "↕ b a 0 → 0: 1 x", "~ a 1: 2 y (title)",
            ])
    }

    @Test("says that the fields are unknown, and no title, where a payload is no longer known")
    func unknown() throws {
        var changes = Changeset()
        let place = RowPosition(section: 0, row: 0)
        changes.deletes = [place]
        changes.updates = [OffsetPair(old: place, new: place)]
        let list = try ChangeList(GivenChange(changes: changes, before: nil))
        #expect(text(list) == ["− a 0: 1", "~ a 0: 1 (fields unknown)"])
        let records = try ChangeList(GivenChange(changes: changes, before: nil, older: true), content: .payload).records
        #expect(records.first?.kind == .older)
        #expect(records.map(\.fields) == [[], nil])
        #expect(records.map(\.payload) == [nil, "{}"])
    }

    @Test("reads no more rows than are wanted, and counts all changes")
    func limit() throws {
        var changes = Changeset()
        changes.inserts = (0..<9).map { RowPosition(section: 0, row: $0) }
        var read = 0
        let list = try ChangeList(GivenChange(changes: changes, before: "{}") { read += 1 }, limit: 4)
        #expect((list.records.count, list.count, read) == (4, 9, 4))
    }

    @Test("says which sections came, went, moved or have another header")
    func sections() throws {
        let before = feed(section("a", []), section("b", []), section("c", []))
        let after = feed(section("c", []), section("b", title: "U", []), section("d", []))
        let lines = try text(list(before, after))
        #expect(lines.contains("− section a 0: T"))
        #expect(lines.contains("+ section d 2: T"))
        #expect(lines.contains("~ section b 1: U"))
        #expect(lines.count { $0.hasPrefix("↕ section") } == 1)
    }

    @Test(
        "names the members that are not the same, new ones and lost ones too, each once",
        arguments: [
            (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, ["b"]), (#"{"a":1}"#, #"{"a":1,"c":null}"#, ["c"]),
            (#"{"a":1,"b":2}"#, #"{"b":2}"#, ["a"]), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []),
            (#"{"a":1,"a":2}"#, #"{"a":2}"#, []), (#"{"a":1}"#, #"{"a":1.0,"a":1.0}"#, ["a"]),
            ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}", ["e\u{301}", "\u{E9}"]), ("[1]", "[2]", []), ("{}", "7", []),
        ])
    func fields(old: String, new: String, names: [String]) {
        #expect(ChangeList.changedFields(old, new)?.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    }

    @Test("is an object a change for programs")
    func json() throws {
        let before = feed(
            section("a", [item("1"), .ad(slot: 0, serial: 1, id: "ad", payload: "{}")]), section("b", [item("2")]))
        let after = feed(section("a", title: "U", [item("1", "y")]), section("b", [item("3"), item("2")]))
        let changes = try list(before, after, .payload)
        let lines = changes.records.map {
            String(decoding: $0.json(time: Instant(seconds: 0), run: changes.run).bytes, as: UTF8.self)
        }
        let start = #"{"time":"1970-01-01T00:00:00.000Z","run":2,"#
        #expect(
            lines == [
                start + #""kind":"update","what":"section","section":"a","id":"a","row":0,"#
                    + #""from":{"section":"a","row":0},"fields":["title"],"payload":null}"#,
                start + #""kind":"delete","what":"ad","section":"a","id":"ad","row":null,"#
                    + #""from":{"section":"a","row":1},"fields":[],"payload":null}"#,
                start + #""kind":"insert","what":"content","section":"b","id":"3","row":0,"#
                    + #""from":null,"fields":[],"payload":{"id":"3","title":"x"}}"#,
                start + #""kind":"update","what":"content","section":"a","id":"1","row":0,"#
                    + #""from":{"section":"a","row":0},"fields":["title"],"payload":{"id":"1","title":"y"}}"#,
            ])
    }
}
