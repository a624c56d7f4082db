import FeedModel
import FeedSchema
import Foundation
import GRDB
import Testing

@testable import FeedStore

/// What SQL sees of a collection.
@Suite("The views of a cache")
struct CacheViewTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func catalog<Value>(
        _ collections: [String] = ["list"], _ body: (ViewCatalog) throws -> Value
    ) throws -> Value {
        try fixture.database.read(source: "test") { reader in
            try body(ViewCatalog(reader, collections: collections) { [] })
        }
    }

    private func rows(
        _ sql: String, collections: [String] = ["list"], values: [String: SQLValue] = [:]
    ) throws -> [[SQLValue]] {
        let views = try catalog(collections) { try $0.views(for: sql) }
        return try self.rows(of: ReadOnlyQuery(sql, in: fixture.database, views: views, values: values))
    }

    private func rows(of query: ReadOnlyQuery) throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        while let row = try query.next() { rows.append(row) }
        return rows
    }

    private func items(_ selection: ItemSelection) throws -> [SelectedItem] {
        let view = try catalog { try $0.view(of: "list", selection.part, for: selection.condition ?? "") }
        let query = try ItemQuery(view, selection, in: fixture.database)
        var items: [SelectedItem] = []
        while let item = try query.next() { items.append(item) }
        return items
    }

    // MARK: Rows

    @Test("have the items in display order, each with its position")
    func order() throws {
        try fixture.walkThrough([["c", "a"], ["b"]])
        #expect(
            try rows("select key, position from list")
                == [[.text("c"), .integer(0)], [.text("a"), .integer(1)], [.text("b"), .integer(2)]])
        #expect(try rows("select position from list where key = 'b'") == [[.integer(2)]])
        #expect(try rows("select key from list order by key limit 1") == [[.text("a")]])
        #expect(try rows("select count(*) from list") == [[.integer(3)]])
    }

    @Test("give each item the position that the list gives it", arguments: [1, 7, 300])
    func positions(size: Int) throws {
        let ids = (0..<700).map { "i\(($0 * 37) % 700)" }
        try fixture.walkThrough(
            stride(from: 0, to: ids.count, by: size).map { Array(ids[$0..<min($0 + size, ids.count)]) })
        // Some leave, and others come to another page.
        let later = Array(ids.dropFirst(5).prefix(600)).reversed() + ["new"]
        try fixture.nextRun()
        try fixture.walkTwice([Array(later)], allowsShrink: true)
        let listed = try fixture.ids
        let seen = try rows("select key, position from list")
        #expect(seen == listed.enumerated().map { [.text($1), .integer(Int64($0))] })
    }

    @Test("have what was removed, and what there is of other sources is not seen")
    func removed() throws {
        try fixture.walkThrough([["1", "2"]])
        try fixture.nextRun()
        try fixture.walkTwice([["2"]])
        #expect(
            try rows("select key, position, reason, title from list_removed") == [
                [.text("1"), .null, .text("absent"), .text("")]
            ])
        #expect(try rows("select count(*) from list") == [[.integer(1)]])
        #expect(try rows("select count(*) from other", collections: ["other", "list"]) == [[.integer(0)]])
    }

    @Test("have runs, problems, events and ads with times that compare as texts")
    func ledger() throws {
        try fixture.walkThrough([["1"]])
        #expect(try rows("select kind, started from runs") == [[.text("sync"), .text("1970-01-01T00:00:00.000Z")]])
        for name in ["problems", "events", "ads", "sections", "feed"] {
            #expect(try rows("select * from \(name)").isEmpty)
        }
    }

    // MARK: Fields

    @Test("have a column for each field, whatever its name holds")
    func hostileFields() throws {
        let names = [
            "a\"b", "c\u{0}d", "select", "e'f", "", "🍣", "g.h", "$", "[0]", "i\\j", "k/l", "Key", "key", "KEY_",
            "payload",
            "m; drop table item --", "ｶﾌｪ", "n\no", "rowid", String(repeating: "p", count: 900), "it''s", "q r",
            // A mark and what combines with it are one Character.
            "x\"\u{301}", "x\u{600}\" FROM main.item AS item; DROP TABLE item; /*", "y'\u{301}", "\u{600}'",
        ]
        var writer = JSONWriter()
        writer.object { writer in
            for (number, name) in names.enumerated() {
                writer.key(name)
                writer.integer(number)
            }
        }
        let payload = String(decoding: writer.bytes, as: UTF8.self)
        // What a server writes with escapes is the same name.
        try fixture.walk(payloads: [
            payload, payload.replacing("🍣", with: "\\ud83c\\udf63").replacing("k/l", with: "k\\/l"),
        ])
        let view = try catalog { try $0.view(of: "list") }
        #expect(Set(view.columns.map { SQLName.folded($0.name) }).count == view.columns.count)
        for (number, name) in names.enumerated() {
            let column = try #require(view.columns.first { $0.field == name }, "\(name.debugDescription)")
            let found = try rows("select \(SQLName.quoted(column.name)) from list")
            #expect(found == [[.integer(Int64(number))], [.integer(Int64(number))]], "\(name.debugDescription)")
        }
        // What can have its own name has it: “KEY_” does.
        #expect(
            ["KEY_", "Key", "key"].map { name in view.columns.first { $0.field == name }?.name } == [
                "KEY_", "Key__", "key___",
            ])
        #expect(view.columns.first { $0.field == "payload" }?.name == "payload_")
    }

    @Test("values are as SQLite reads JSON, also where ours reads it")
    func values() throws {
        try fixture.walk(payloads: [
            #"{"é":[1, {"a":2}],"i":9007199254740993,"ü":9007199254740993,"b":true,"ö":false,"n":null,"ä":null,"d":0.5,"ß":"x"}"#
        ])
        #expect(
            try rows("select é, i, ü, b, ö, n, ä, d, ß from list")
                == [
                    [
                        .text(#"[1,{"a":2}]"#), .integer(9_007_199_254_740_993), .integer(9_007_199_254_740_993),
                        .integer(1), .integer(0), .null, .null, .real(0.5), .text("x"),
                    ]
                ])
    }

    @Test("of very many fields have as many as SQLite takes, and the rest is in the payload")
    func manyFields() throws {
        let members = (0..<10_000).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
        try fixture.walk(payloads: ["{\(members)}"])
        let view = try catalog { try $0.view(of: "list") }
        #expect(view.columns.count == CacheView.mostFields + 6)
        #expect(try rows("select f1899, payload ->> '$.f9999' from list") == [[.integer(1_899), .integer(9_999)]])
        #expect(try rows("select * from list").first?.count == view.columns.count)
    }

    @Test("of items that are no objects have their payload")
    func bareItems() throws {
        try fixture.walk(payloads: ["\"a\"", "7", "[1]"])
        #expect(try rows("select payload from list") == [[.text("\"a\"")], [.text("7")], [.text("[1]")]])
    }

    // MARK: Names

    @Test("of collections whose names are hostile, or those of other tables, stay apart")
    func collections() throws {
        let names = [
            "item", "Item", "runs", "a\"b", "sqlite_x", "json_each", "x", "x_removed", "select", "カフェ", "c\u{0}d", " ",
        ]
        for name in names { _ = try fixture.source.collection(named: name) }
        let views = try catalog(names) { try $0.all() }
        #expect(Set(views.views.map { SQLName.folded($0.name) }).count == views.views.count)
        for view in views.views {
            #expect(throws: Never.self, "\(view.name)") {
                _ = try rows("select * from \(view.quotedName)", collections: names)
            }
        }
        #expect(views.views.contains { $0.name == "runs" && $0.collection == "runs" })
        #expect(views.views.contains { $0.name == "runs_" && $0.kind == .runs })
        #expect(views.views.contains { $0.name == "x_removed_" && $0.kind == .removed })
        #expect(try rows("select count(*) from main.item", collections: names) == [[.integer(0)]])
    }

    @Test("a feed of six hundred lists can be read, filtered and described")
    func manyLists() throws {
        try fixture.walk(payloads: [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#])
        let names = (0..<599).map { "list \($0)" } + ["list"]
        for name in names { _ = try fixture.source.collection(named: name) }
        let lists = try fixture.database.read(source: "test") { reader in try names.map(reader.list) }
        let sections = lists.map { list in
            let ad: ComposedSource.Row = (row: 1, index: 1, isAd: true, key: "ad", payload: "{}")
            let section = Section(
                id: "section \(list.name)", type: "t", title: "", layout: "list", content: .collection(list.name))
            return ComposedSource(section, list: list, items: 3, rows: list.name == "list" ? [ad] : [])
        }
        let statements = [
            "select section, row, kind, payload from feed where row <> 2", "select count(*) from sqlite_temp_schema",
        ]
        let results = try statements.map { sql in
            let views = try fixture.database.read(source: "test") { reader in
                try ViewCatalog(reader, collections: names) { sections }.views(for: sql)
            }
            return try self.rows(of: ReadOnlyQuery(sql, in: fixture.database, views: views))
        }
        #expect(
            results[0] == [
                [.text("section list"), .integer(0), .text("content"), .text(#"{"a":1}"#)],
                [.text("section list"), .integer(1), .text("ad"), .text("{}")],
                [.text("section list"), .integer(3), .text("content"), .text(#"{"a":3}"#)],
            ])
        #expect(results[1] == [[.integer(1_210)]])
    }

    // MARK: Expressions

    @Test("are filtered and sorted by an expression")
    func expressions() throws {
        try fixture.walk(payloads: (0..<10).map { "{\"n\":\($0 % 3),\"t\":\"x;)\($0)\"}" })
        #expect(try items(ItemSelection(condition: "n = 1")).map(\.key) == ["1", "4", "7"])
        #expect(try items(ItemSelection(condition: "n = 1 -- all of them")).count == 3)
        #expect(try items(ItemSelection(condition: "t in ('x;)3', 'x;)9')")).map(\.key) == ["3", "9"])
        #expect(try items(ItemSelection(condition: "key = '3'")).map(\.position) == [3])
        var sorted = ItemSelection(order: "n desc")
        (sorted.offset, sorted.limit) = (2, 3)
        #expect(try items(sorted).map(\.key) == ["8", "1", "4"])
        #expect(try items(ItemSelection(condition: "n = 1", order: "position desc")).map(\.key) == ["7", "4", "1"])
    }

    @Test(
        "an expression that is no expression, or does more than read, is refused, and nothing happens",
        arguments: [
            "", " ", "--", "/* x */", "1; drop table item", "1) union select 1, 2, 3, 4, 5, 6 --", "(1", "1)", "'",
            "\"key", "/*",
            "1 limit 5) --", "[key", "load_extension('x')", "(select writefile('FOLDER/x', 'y'))",
            "exists (delete from item)",
            "key in (insert into item default values)", "nowhere = 1", "\"nowhere\" = 1", "?", ":x", "1 order by 1",
            "a\u{0}b",
            "(select 1 from pragma_journal_mode)", "1, 2", "attach", "x'", "from list",
        ])
    func refusedExpressions(text: String) throws {
        try fixture.walkThrough([["1"]])
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        let text = text.replacing("FOLDER", with: fixture.folder.path)
        #expect { try items(ItemSelection(condition: text)) } throws: { ($0 as? StoreError)?.code == "bad_query" }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == before)
        #expect(try fixture.ids == ["1"])
    }

    @Test("an expression without end stops when its task is cancelled")
    func cancelled() async throws {
        try fixture.walkThrough([["1"]])
        let view = try catalog { try $0.view(of: "list") }
        let database = fixture.database
        let task = Task {
            let endless = "(with recursive n(x) as (select 1 union all select x + 1 from n) select max(x) from n) > 0"
            return try ItemQuery(view, ItemSelection(condition: endless), in: database).next()
        }
        task.cancel()
        await #expect(throws: StoreError.badQuery(reason: "it was stopped")) { try await task.value }
    }

    @Test("a query begins again with the same items, whatever was written meanwhile")
    func restart() throws {
        try fixture.walkThrough([["1", "2"]])
        let view = try catalog { try $0.view(of: "list") }
        let query = try ItemQuery(view, ItemSelection(), in: fixture.database)
        #expect(try query.next()?.key == "1")
        try fixture.nextRun()
        try fixture.walkTwice([["9"]])
        query.restart()
        #expect(try [query.next()?.key, query.next()?.key, query.next()?.key] == ["1", "2", nil])
    }

    // MARK: Parameters

    @Test("a parameter has its value under any sign, and each value its parameter")
    func parameters() throws {
        let values: [String: SQLValue] = ["a": .text("x"), "9": .integer(7)]
        #expect(
            try rows("select :a, @a, $a, ?9", values: values) == [[.text("x"), .text("x"), .text("x"), .integer(7)]])
        for sql in ["select :a", "select :a, ?9, :b", "select ?"] {
            #expect(throws: StoreError.self, "\(sql)") { try rows(sql, values: values) }
        }
    }

    @Test("reading them leaves the database as it is")
    func unwritten() throws {
        try fixture.walkThrough([["1"]])
        let before = try rows("select count(*) from main.sqlite_schema")
        _ = try rows("select * from list, runs, feed")
        #expect(try rows("select count(*) from main.sqlite_schema") == before)
        #expect(throws: StoreError.self) { try rows("delete from list") }
        #expect(throws: StoreError.self) { try rows("drop view list") }
    }

    @Test("say which values are JSON, and which texts only look like it")
    func json() throws {
        try fixture.walk(payloads: [
            #"{"tags": ["a", "b"], "image": {"url": "u"}, "title": "[2024]", "mixed": [1], "n": 1}"#,
            #"{"tags": [], "image": null, "title": "plain", "mixed": "[1]", "n": 2}"#,
        ])
        func json(_ sql: String) throws -> [[Bool]] {
            let views = try catalog { try $0.views(for: sql) }
            let query = try ReadOnlyQuery(sql, in: fixture.database, views: views)
            var rows: [[Bool]] = []
            while let row = try query.next() { rows.append(row.indices.map(query.isJSON)) }
            return rows
        }
        let fields = "tags, image, title, mixed, n, key, payload"
        let expected = [
            [true, true, false, false, false, false, true], [true, false, false, false, false, false, true],
        ]
        #expect(try json("select \(fields) from list") == expected)
        #expect(try json("select \(fields) from (select * from list) order by n") == expected)
        #expect(try json("select payload, key from item") == [[true, false], [true, false]])
        // An expression is JSON where SQLite says so; a text with the name of a column that is JSON is a text.
        #expect(
            try json("select payload -> '$.mixed', payload ->> '$.mixed', json(tags) as t, key as payload from list")
                == [[true, false, true, false], [true, false, true, false]])
        #expect(try json("select '[1]' as a, json_array(1) as b, '{' as tags") == [[false, true, false]])
    }

    @Test(
        "are in no order for aggregates alone",
        arguments: [
            ("select count(*) from list", true), ("SELECT n, sum (n) FROM list GROUP BY n", true),
            ("select title from list group by title", true), ("select key from list", false),
            ("select key, (select count(*) from list) from list", false), ("select max(n, 2) from list", false),
            ("select title from list where title <> 'count (z)'", false),
            ("select title from list -- count(n)", false), ("select title /* sum(n) */ from list", false),
            ("select count(*) from list where title = 'it''s (z)' -- \"", true),
            ("select count(*) over () from list", false), ("select group_concat(key), count(*) from list", false),
        ])
    func aggregates(sql: String, isAggregate: Bool) throws {
        #expect(ViewCatalog.isAggregate(sql) == isAggregate)
    }

    @Test("give aggregates the same values in no order as in display order")
    func unordered() throws {
        try fixture.walkThrough([["c", "a"], ["b"]])
        #expect(try rows("select count(*), sum(position) from list") == [[.integer(3), .integer(3)]])
        #expect(
            try rows("select key, count(*), sum(position) from list group by key") == [
                [.text("a"), .integer(1), .integer(1)], [.text("b"), .integer(1), .integer(2)],
                [.text("c"), .integer(1), .integer(0)],
            ])
        #expect(try rows("select count(*) from feed").count == 1)
    }
}
