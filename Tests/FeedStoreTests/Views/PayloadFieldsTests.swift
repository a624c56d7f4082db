import FeedModel
import TestSupport
import Testing

@testable import FeedStore

/// The columns of fields beside what SQLite itself finds in the payload.
@Suite("Fields of payloads in views")
struct PayloadFieldsTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func rows(_ sql: String) throws -> [[SQLValue]] {
        let views = try fixture.database.read(source: "test") { reader in
            try ViewCatalog(reader, collections: ["list"]) { [] }.views(for: sql)
        }
        let query = try ReadOnlyQuery(sql, in: fixture.database, views: views)
        var rows: [[SQLValue]] = []
        while let row = try query.next() { rows.append(row) }
        return rows
    }

    private static let values = [
        "null", "true", "false", "0", "-0", "7", "-1.5", "0.1", "1e3", "12E-2", "1e400", "9007199254740993",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "123456789012345678", "2.0",
        "0.30000000000000004", "1234567890123456789012345678901234567890.5", "\"\"", "\"a\"", "\"日本 \\\\ \\\" \\/ 🍣\"",
        "\"\\u65e5\\ud83c\\udf63\\n\\t\\b\\f\\r\"", "[]", "{}", "[1,\"a\\u0041\\/\",{\"f\":[-0.5E3,null,true,1.0]}]",
        "[ 1 , \"]\\\"}\" , {\"f\": [ ] } ]",
        "{\"f\" : {\"f\":\"{\"} , \"x\":1.50}", "\"{\\\"f\\\":1}\"", "\"7\"",
    ]
    private static let names = ["f", "ff", "a b", "select", "it's", "[0]", "$", "g.h", "#", "x:y", "", "日本"]

    @Test("are what SQLite finds there", arguments: SeededGenerator.seeds(15))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let space = { (generator: inout SeededGenerator) in
            ["", "", " ", "\n\t "].randomElement(using: &generator) ?? ""
        }
        let payloads = (0..<20).map { _ in
            let members = Self.names.shuffled(using: &generator).prefix(Int.random(in: 0...7, using: &generator)).map {
                let value = Self.values.randomElement(using: &generator) ?? "0"
                return "\(space(&generator))\"\($0)\"\(space(&generator)):\(space(&generator))\(value)"
            }
            return "{\(members.joined(separator: space(&generator) + ","))\(space(&generator))}"
        }
        try fixture.walk(payloads: payloads)
        let view = try fixture.database.read(source: "test") { reader in
            try ViewCatalog(reader, collections: ["list"]) { [] }.view(of: "list")
        }
        let fields = view.columns.filter { $0.field?.isEmpty == false }
        let path = { (name: String) in "payload ->> \(SQLName.literal("$.\"\(name)\""))" }
        // One by one, and all of an item.
        for column in fields {
            let name = SQLName.quoted(column.name)
            #expect(
                try rows("select \(name), typeof(\(name)) from list")
                    == rows("select v, typeof(v) from (select \(path(column.field ?? "")) as v from list)"))
        }
        let all = fields.map { SQLName.quoted($0.name) }.joined(separator: ", ")
        let plain = fields.map { path($0.field ?? "") }.joined(separator: ", ")
        if !fields.isEmpty { #expect(try rows("select \(all) from list") == rows("select \(plain) from list")) }
    }

    @Test("compare with numbers in SQL as SQLite’s own do")
    func numbers() throws {
        let numbers = [
            "0.1", "1.1", "2.675", "1e23", "8.41e21", "0.30000000000000004", "5e-324", "1.7976931348623157e308",
        ]
        try fixture.walk(payloads: numbers.map { "{\"n\":\($0)}" })
        for number in numbers { #expect(try rows("select count(*) from list where n = \(number)") == [[.integer(1)]]) }
    }

    @Test("are found however the name is spelled, and the last of repeated ones counts")
    func names() throws {
        try fixture.walk(payloads: [
            #"{"a":1,"b":2,"a":3}"#, #"{"\u0061":4,"b":5}"#, #"{"a":6,"\u0061":null}"#, #"{"aa":7}"#, "[1]", "\"a\"",
        ])
        #expect(
            try rows("select a from list") == [[.integer(3)], [.integer(4)], [.null], [.null], [.null], [.null]])
        #expect(try rows("select b, a, aa from list limit 1") == [[.integer(2), .integer(3), .null]])
    }

    @Test("have the whole of a text, also where U+0000 or half a surrogate pair is in it")
    func oddTexts() throws {
        try fixture.walk(payloads: [#"{"t":"a\u0000b"}"#, #"{"t":"a\ud83cb"}"#])
        #expect(try rows("select t from list") == [[.text("a\u{0}b")], [.text("a\u{FFFD}b")]])
    }

    @Test("of the feed that no one names are not composed, and aggregates are the same")
    func aggregates() throws {
        try fixture.walkThrough((0..<5).map { page in (0..<100).map { "i\(page * 100 + $0)" } })
        let row: ComposedSource.Row = (row: 3, index: 3, isAd: true, key: "ad", payload: #"{"title":"Ad"}"#)
        let list = try fixture.database.read(source: "test") { try $0.list("list") }
        let section = Section(
            id: "it's \"a\"", type: "t", title: "T", layout: "list", content: .collection("list"))
        let source = ComposedSource(section, list: list, items: 500, rows: [row])
        func feed(_ sql: String) throws -> [[SQLValue]] {
            let views = try fixture.database.read(source: "test") { reader in
                try ViewCatalog(reader, collections: ["list"]) { [source] }.views(for: sql)
            }
            let query = try ReadOnlyQuery(sql, in: fixture.database, views: views)
            var rows: [[SQLValue]] = []
            while let row = try query.next() { rows.append(row) }
            return rows
        }
        let name = SQLValue.text(source.section.id)
        #expect(try feed("select section, count(*) from feed group by section") == [[name, .integer(501)]])
        #expect(
            try feed("select kind, COUNT( * ), max(row) from feed group by 1")
                == [[.text("ad"), .integer(1), .integer(3)], [.text("content"), .integer(500), .integer(500)]])
        #expect(
            try feed("select count(title), count(\"KEY\"), sum(row) from feed")
                == [[.integer(501), .integer(501), .integer(125_250)]])
        #expect(try feed("select max(row), min(key) from feed") == [[.integer(500), .text("ad")]])
        #expect(try feed("select max(position) from list") == [[.integer(499)]])
        #expect(try feed("select min(position), key from list") == [[.integer(0), .text("i0")]])
        #expect(try feed("select count(*) from (feed)") == [[.integer(501)]])
        #expect(
            try feed("select section, row, key from feed where row in (2, 3, 4)").map { $0[2] }
                == [.text("i2"), .text("ad"), .text("i3")])
    }

    @Test("are grouped and counted as SQLite does it")
    func groups() throws {
        try fixture.walk(payloads: (0..<90).map { "{\"a\":\($0 % 3),\"b\":\"x\($0 % 5)\",\"t\":[\($0)]}" })
        let plain = { (sql: String) in
            sql.replacing("FROM", with: "from (select payload ->> '$.a' as a, payload ->> '$.b' as b from list)")
        }
        for sql in [
            "select a, count(*) FROM group by a", "select b, a, count(*), sum(a) FROM group by 1, 2",
            "select a FROM where b = 'x1' group by a having count(*) > 5", "select count(b) FROM group by a + 1",
            "select max(b), a * 2 FROM group by a",
            "select b, max(a) FROM where b > 'x2' group by b order by 1 desc limit 1",
        ] {
            #expect(try rows(sql.replacing("FROM", with: "from list")) == rows(plain(sql)), "\(sql)")
        }
        #expect(try rows("select \"T\", count(*) from list group by T limit 1") == [[.text("[0]"), .integer(1)]])
        #expect(try rows("select * from list group by a").count == 3)
        #expect(try rows("select x.a, count(*) from list as x join list as y on x.key = y.key group by x.a").count == 3)
    }
}
