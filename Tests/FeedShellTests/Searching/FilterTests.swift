import FeedCache
import FeedMock
import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

/// Commands over the tables that collections are, against the mock.
@Suite("Tables, filters and counts")
struct FilterTests {
    private func withSyncedCache(_ body: (ShellFixture) async throws -> Void) async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            try await body(fixture)
        }
    }

    private func array(_ result: ShellFixture.Result) throws -> [[String: Any]] {
        #expect(result.status == .done, "\(result.errors)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]], "\(result.output)")
    }

    @Test("items are filtered, sorted and cut down to fields")
    func items() async throws {
        try await withSyncedCache { fixture in
            let all = try array(try await fixture.run("items photos --limit 1000 --json"))
            let one = try array(try await fixture.run("items photos --where \"key = '7'\" --json"))
            #expect(one.count == 1)
            #expect(
                try JSONSerialization.data(withJSONObject: one[0], options: .sortedKeys)
                    == JSONSerialization.data(
                        withJSONObject: try #require(all.first { $0["id"] as? String == "7" }), options: .sortedKeys))
            let last = try array(
                try await fixture.run("items photos --order 'position desc' --limit 2 --fields position,key --json"))
            #expect(last.map { $0["position"] as? Int } == [all.count - 1, all.count - 2])
            #expect(last.allSatisfy { $0.count == 2 })
            let table = try await fixture.run("items photos --fields key,payload.id,version --limit 3").output
            #expect(table.hasPrefix("key") && table.split(separator: "\n").count == 4, "\(table)")
            #expect(try await fixture.run("items photos --where 'position < 2' -v").errors.isEmpty)
            #expect(try await fixture.run("items photos --where 0 -v").errors.contains("no item fits"))
        }
    }

    @Test("a field with a dot in its name is said to need quotes")
    func dot() {
        let error = UnknownNameError(kind: .field, name: "a.b", known: ["a", "a.b"])
        #expect(error.report.advice == "write a name with a dot in double quotes: \"a.b\"")
    }

    @Test("an unknown field is answered by those there are")
    func unknown() async throws {
        try await withSyncedCache { fixture in
            for line in [
                "items photos --fields nope", "items photos --where 'nope = 1'", "items photos --order nope",
                "export photos --fields id,nope", "count photos --where nope", "facets photos nope",
                "items photos --where '\"nope\" = 1'", "runs --fields nope", "problems --fields nope",
                "events --fields nope", "show photos 7 --fields nope", "feed --fields nope", "feed --where nope",
                "find a --fields nope", "find a --in photos --where nope",
            ] {
                let result = try await fixture.run(line)
                #expect(result.status == .noInput && result.output.isEmpty, "\(line): \(result)")
                #expect(result.errors.contains("no field “nope”") && result.errors.contains("there are: "), "\(line)")
            }
            let comma = try await fixture.run("items photos --fields ,")
            #expect(comma.status == .usage)
            #expect(comma.errors.contains(": it has a comma without a name on both sides"), "\(comma.errors)")
            #expect(try await fixture.run("items photos --fields ''").errors.contains(": it names no field"))
            #expect(try await fixture.run("items photos --where 'key ='").status == .usage)
            for line in ["items", "export"] {
                #expect(try await fixture.run("\(line) photos --order 'position limit 1'").status == .usage, "\(line)")
            }
            let unbound = try await fixture.run("items photos --where ':x = 1'")
            #expect(unbound.status == .usage && !unbound.errors.contains("--param"), "\(unbound.errors)")
            #expect(try await fixture.run("items nowhere --where 1").status == .noInput)
            #expect(try await fixture.run("schema nowhere").status == .noInput)
        }
    }

    @Test("export takes them too, and writes what items do")
    func export() async throws {
        try await withSyncedCache { fixture in
            let plain = try await fixture.run("export photos").output
            #expect(try await fixture.run("export photos --where 1").output == plain)
            for format in ["csv", "json", "ndjson"] {
                let all = try await fixture.run("export photos --format \(format)").output
                #expect(try await fixture.run("export photos --where 1 --format \(format)").output == all)
            }
            let csv = try await fixture.run("export photos --where 'position = 3' --fields key,position --format csv")
            #expect(csv.output.hasPrefix("key,position\r\n") && csv.output.hasSuffix(",3\r\n"))
        }
    }

    @Test("the feed is filtered over its rows")
    func feed() async throws {
        try await withSyncedCache { fixture in
            _ = try await fixture.run("scroll articles 12 --height 6")
            let document = try await fixture.run("feed --json")
            let feed = try #require(
                try JSONSerialization.jsonObject(with: Data(document.output.utf8)) as? [String: Any])
            let sections = try #require(feed["sections"] as? [[String: Any]])
            let expected = sections.flatMap { section in
                (section["rows"] as? [[String: Any]] ?? []).map { row in
                    "\(section["id"] ?? "") \(row["row"] ?? "") \(row["kind"] ?? "") \(row["id"] ?? row["ad"] ?? "")"
                }
            }
            #expect(expected.contains { $0.contains(" ad ") })
            let rows = try array(try await fixture.run("feed --where 1 --json"))
            let seen = rows.map { "\($0["section"] ?? "") \($0["row"] ?? "") \($0["kind"] ?? "") \($0["key"] ?? "")" }
            #expect(seen == expected)
            let ads = try array(try await fixture.run("feed --section articles --where \"kind = 'ad'\" --json"))
            #expect(!ads.isEmpty && ads.allSatisfy { $0["section"] as? String == "articles" })
        }
    }

    @Test("tables and their columns are listed, and count what there is")
    func tables() async throws {
        try await withSyncedCache { fixture in
            let tables = try array(try await fixture.run("tables --json"))
            for table in tables {
                let name = try #require(table["name"] as? String)
                let rows = try array(try await fixture.run("sql 'select count(*) as n from \"\(name)\"' --json"))
                #expect(rows.first?["n"] as? Int == table["rows"] as? Int, "\(name)")
                let columns = try array(try await fixture.run("schema \(name) --json"))
                #expect(columns.count == table["columns"] as? Int)
            }
            #expect(
                Set(tables.compactMap { $0["name"] as? String }).isSuperset(of: ["photos", "photos_removed", "feed"]))
            #expect(try await fixture.run("count photos").output == "120\n")
            #expect(try await fixture.run("count photos --where 'position < 5'").output == "5\n")
            #expect(try await fixture.run("count photos --removed").output == "0\n")
        }
    }

    @Test("facets count what fields have")
    func facets() async throws {
        try await withSyncedCache { fixture in
            let suggested = try array(try await fixture.run("facets articles --json --limit 1000"))
            for name in Set(suggested.compactMap { $0["field"] as? String }) {
                let own = try array(try await fixture.run("facets articles \(name) --json --limit 1000"))
                #expect(own.count == suggested.filter { $0["field"] as? String == name }.count)
            }
            let keys = try array(try await fixture.run("facets photos id --limit 1000 --where 'position < 9' --json"))
            #expect(keys.count == 9 && keys.allSatisfy { $0["count"] as? Int == 1 })
        }
    }

    @Test("facets say how many values they have not counted, and how many they do not show")
    func uncounted() {
        let why = "too long, or too many different ones"
        #expect(FacetsCommand.note(uncounted: 1, rest: 0) == "1 value not counted: \(why)")
        #expect(FacetsCommand.note(uncounted: 3, rest: 2) == "… 2 more, and 3 values not counted: \(why)")
    }

    @Test("a text is found where it is, and nowhere else")
    func find() async throws {
        try await withSyncedCache { fixture in
            let items = try array(try await fixture.run("items photos --json --limit 3"))
            let payload = try #require(items[1]["payload"] as? [String: Any])
            let (field, text) = try #require(
                payload.compactMap { name, value in (value as? String).map { (name, $0) } }.max {
                    $0.1.count < $1.1.count
                })
            let hits = try array(try await fixture.run("find \(ShellFixture.quoted(text)) --in photos --json"))
            let hit = try #require(hits.first { $0["key"] as? String == items[1]["id"] as? String })
            #expect(hit["field"] as? String == field && hit["place"] as? Int == 0 && hit["text"] as? String == text)
            #expect(hit["collection"] as? String == "photos")
            let lines = try await fixture.run("find \(ShellFixture.quoted(text)) --in photos").output
            #expect(lines.contains("\(field):0"))
            let none = try await fixture.run("find 'no such text at all' -v")
            #expect(none.status == .notFound && none.output.isEmpty && none.errors.contains("nothing found"))
            #expect(try await fixture.run("find ''").status == .usage)
            #expect(try await fixture.run("find a --in nowhere").status == .noInput)
            let removed = try await fixture.run("find a --removed --json")
            #expect(removed.status == .notFound && removed.output == "[]\n")
        }
    }

    @Test("a hit is shown with the title of its item, and with what is around the place, both cut where they are long")
    func hitLine() {
        func line(_ title: String, _ text: String, place: Int) -> String {
            let payload = String(decoding: JSONValue.object([("title", .string(title))]).bytes, as: UTF8.self)
            let item = FeedItem(id: ItemID("k"), version: nil, payload: payload)
            let hit = FeedHit(collection: "c", item: item, field: "f", text: text, place: place)
            return hit.line(Style(.never, environment: [:], isTerminal: false))
        }
        let (a, wide) = (String(repeating: "a", count: 90), String(repeating: "é", count: 90))
        #expect(line("", "x", place: 0) == "c k  f:0  x\n")
        #expect(line("x", "x", place: 0) == "c k  f:0  x\n")
        #expect(line("é", "e\u{301}", place: 0) == "c k  f:0  e\u{301}\n")
        #expect(line("\n", "x\u{7}", place: 0) == "c k     f:0  x^G\n")
        #expect(line(a, wide, place: 0) == "c k  \(a.prefix(80))  f:0  \(wide.prefix(80))…\n")
        #expect(line(wide, a, place: 21) == "c k  \(wide.prefix(80))  f:21  …\(a.prefix(80))…\n")
        #expect(line("t", a, place: 30) == "c k  t  f:30  …\(a.prefix(80))\n")
        #expect(line("t", "👨‍👩‍👧" + a, place: 21) == "c k  t  f:21  …\(a.prefix(80))…\n")
    }

    @Test("Tab in SQL knows tables and the columns of those named")
    func completion() async throws {
        try await withSyncedCache { fixture in
            let completer = LineCompleter(shell: fixture.shell)
            func words(_ before: String, _ after: String = "", statement: String = "") -> [String] {
                completer.complete(EditedLine(before: before, after: after), statement: statement).candidates.map(
                    \.word)
            }
            #expect(words("select * from pho") == ["photos", "photos_removed"])
            #expect(words("select count(*) from runs where outc") == ["outcome"])
            #expect(words("select key from photos where posi") == ["position"])
            #expect(words("sele") == [] && words("select key fr").contains("from"))
            #expect(words("explain select * from run") == ["runs"])
            // Tables are known from after the cursor, from the lines before, and by another name.
            #expect(words("select outc", " from runs;") == ["outcome"])
            #expect(
                words("and p.posi", statement: "select key\nfrom photos as p, runs r\nwhere r.run = 1") == ["position"])
            #expect(words("select r.posi", " from photos p, runs r;") == [])
            #expect(words("select * from photos join artic") == ["articles", "articles_removed"])
            #expect(words("select * from photos, artic").contains("articles"))
            // Values: of IDs those that begin so, of other columns what a sample has; strings as SQL writes them.
            #expect(words("select * from photos where key = '11").contains("'119'"))
            #expect(words("select * from runs where kind = ").first == "'sync'")
            #expect(words("select * from runs where kind in ('x', '").contains("'sync'"))
            #expect(words("select * from photos where title = 'x' and 'ke") == [])
            #expect(words("select * from photos -- key = '").isEmpty)
            // Expressions and fields of commands know the columns too.
            #expect(words("items photos --where posi") == ["position"])
            #expect(words("items photos --where 'key > 1 and posi") == ["key > 1 and position"])
            #expect(words("items photos --fields key,posi") == ["key,position"])
            #expect(words("repeat --times 2 items photos --li") == ["--limit"])
        }
    }
}
