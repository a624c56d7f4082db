import FeedCache
import FeedModel
import FeedSource
import Foundation
import Testing

@testable import FeedShell

/// Holds the manifest reference against the program: keys, defaults and ranges.
@Suite("The manifest reference")
struct ManifestReferenceTests {
    /// A row of a table of keys.
    struct Key: CustomTestStringConvertible {
        let table: String
        let name: String
        let type: String
        let range: String
        let standard: String

        var testDescription: String { "\(table).\(name)" }

        init?(table: String, cells: [String]) {
            guard cells.count == 6, let name = Article.code(in: cells[0]).first else { return nil }
            self.table = table
            self.name = name
            (type, range, standard) = (cells[1], cells[2], cells[3])
        }
    }

    private static let keys: [Key] = {
        guard let article = try? Article(named: "ManifestReference") else { return [] }
        return ManifestKeys.tables.flatMap { table in
            Article.rows(in: article.section(table.table.isEmpty ? "Root" : table.table) ?? "")
                .compactMap { Key(table: table.table, cells: $0) }
        }
    }()

    @Test("has every key of every table, and no other, each with type, default and what goes wrong")
    func isWhole() throws {
        let article = try Article(named: "ManifestReference")
        #expect(ManifestKeys.tables.flatMap(\.keys).count > 50)
        for (table, keys) in ManifestKeys.tables {
            let rows = Article.rows(in: try #require(article.section(table.isEmpty ? "Root" : table), "\(table)"))
                .filter { $0.count == 6 }
            let named = rows.compactMap { Article.code(in: $0[0]).first }
            #expect(named.sorted() == keys.map(\.name).sorted(), "\(table)")
            for (row, name) in zip(rows, named) {
                let key = try #require(keys.first { $0.name == name })
                #expect((row[3] == "**required**") == key.isRequired, "\(table).\(name)")
                let isValue = Key(table: table, cells: row)?.defaultValue != nil || row[3] == "{}"
                #expect(key.standard == (isValue ? row[3] : nil), "\(table).\(name)")
                if let bounds = Key(table: table, cells: row)?.bounds { #expect(key.bounds == bounds, "\(name)") }
                #expect(!row[1].isEmpty && !row[3].isEmpty && !row[4].isEmpty && !row[5].isEmpty, "\(row)")
            }
        }
    }

    @Test("has every paging style, with the parameter that it uses unless told otherwise")
    func styles() throws {
        let rows = Article.rows(in: try #require(try Article(named: "ManifestReference").section("collections.paging")))
        for style in Paging.Style.allCases.map(\.rawValue) {
            let row = try #require(rows.first { $0[0] == "`\(style)`" && $0.count == 5 }, "\(style)")
            let extras =
                switch style {
                case "cursor", "next_url": ", next = \"n\""
                case "offset": ", size = 10"
                default: ""
                }
            let name = Article.code(in: row[2]).first ?? "param"
            let plain = try Self.manifest("collections", "paging = { style = \"\(style)\"\(extras) }")
            let same = try? Self.manifest(
                "collections", "paging = { style = \"\(style)\"\(extras), param = \"\(name)\" }")
            #expect(same == (row[2] == "–" ? nil : plain), "\(style)")
        }
    }

    @Test("names the keys that only some styles take at each of them")
    func styleKeys() throws {
        let rows = Article.rows(in: try #require(try Article(named: "ManifestReference").section("collections.paging")))
        let shared = Set(["size_param", "size", "has_next", "total", "total_header", "end_status"])
        for style in PagingStyle.allCases {
            let row = try #require(rows.first { $0[0] == "`\(style.rawValue)`" && $0.count == 5 })
            let named = Set(Article.code(in: row[4])).union(row[4].contains("those of all") ? shared : [])
            let keys = ManifestKeys.pagingKeys.filter { $0.styles.contains(style) }.map(\.key.name)
            #expect(named.union(["style"]) == Set(keys).subtracting(row[2] == "–" ? [] : ["param"]), "\(style)")
        }
    }

    @Test("has defaults that change nothing when they are written out", arguments: keys)
    func defaults(_ key: Key) throws {
        guard let value = key.defaultValue else { return }
        let without = try Self.manifest(key.table, "# nothing", needing: key.name)
        let with = try Self.manifest(key.table, "\(key.name) = \(value)", needing: key.name)
        if key.table == "ads.policy" {
            let section = Section.implicit(for: "articles")
            #expect(with.adPolicy(of: section) == without.adPolicy(of: section))
        } else {
            #expect(with == without, "\(key.name) = \(value)")
        }
    }

    @Test("has ranges that the program keeps to", arguments: keys)
    func ranges(_ key: Key) throws {
        guard let bounds = key.bounds else { return }
        for value in [bounds.lowerBound, bounds.upperBound] {
            #expect(throws: Never.self, "\(value)") {
                try Self.manifest(key.table, "\(key.name) = \(value)", needing: key.name)
            }
        }
        for value in [bounds.lowerBound - 1, bounds.upperBound + 1] {
            #expect(throws: ManifestError.self, "\(value)") {
                try Self.manifest(key.table, "\(key.name) = \(value)", needing: key.name)
            }
        }
    }

    @Test("marks what must be there, and the program refuses a manifest without it", arguments: keys)
    func requirements(_ key: Key) throws {
        guard key.standard == "**required**", key.name != "source" else { return }
        let error = #expect(throws: ManifestError.self) { try Self.manifest(key.table, "# nothing", without: key.name) }
        #expect(error?.key?.hasSuffix(key.name) == true, "\(key.name): \(String(describing: error))")
    }

    @Test("has examples that are manifests, without a warning")
    func examples() throws {
        var count = 0
        for article in try Article.all() + [Article(.readme)] {
            for block in article.blocks("toml") where block.contains("[source]") {
                count += 1
                let manifest = try Manifest(toml: block, file: article.name)
                #expect(manifest.warnings.isEmpty, "\(article.name)")
            }
            for line in article.blocks("toml").joined().split(separator: "\n") where line.hasPrefix("paging = ") {
                #expect(throws: Never.self, "\(line)") { try Self.manifest("collections", String(line)) }
            }
        }
        #expect(count >= 3)
    }

    @Test("has tables for parts of a manifest that can be added to one")
    func parts() throws {
        let blocks = try Article(named: "ManifestReference").blocks("toml").filter {
            !$0.contains("[source]") && !$0.hasPrefix("paging")
        }
        #expect(blocks.count >= 4)
        for block in blocks {
            let rest = block.contains("[[collections]]") ? "" : "\n[sections]\npath = \"s\"\n"
            let text = "[source]\nname = \"n\"\nbase_url = \"http://a.example\"\n\n\(block)"
            #expect(throws: Never.self, "\(block)") {
                try Manifest(toml: block.contains("[sections]") ? text : text + rest, file: "block")
            }
        }
    }

    // MARK: Manifests around a line

    private static let oauth = [
        "token_url = \"https://a.example/t\"", "client_id = \"c\"", "client_secret = \"${S}\"",
    ]

    /// A manifest with `line` in a table. Where the line is a comment it is the same but for the line.
    ///
    /// - Parameters:
    ///   - name: of the key that the line is about: what excludes it is left out, what it needs is there.
    ///   - without: a key that is left out although it must be there.
    private static func manifest(
        _ table: String, _ line: String, needing name: String = "", without: String = ""
    ) throws -> Manifest {
        func lines(_ own: String, _ all: [String]) -> [String] {
            all.filter { text in
                let key = String(text.prefix { $0 != " " })
                guard own == table else { return true }
                return key != without && key != name && !line.hasPrefix("\(key) = ")
            } + (own == table ? [line] : [])
        }
        func inline(_ own: String, _ all: [String]) -> String {
            let parts = lines(own, all).filter { !$0.hasPrefix("#") }
            return "{ \(parts.joined(separator: ", ")) }"
        }
        var paging = ["style = \"page\""]
        if ["next", "next_header"].contains(name) || without == "next" {
            paging = ["style = \"cursor\"", "next = \"n\""]
        }
        if name == "size_param" { paging.append("size = 10") }
        let text = [
            ["[source]"], lines("source", ["name = \"n\"", "base_url = \"http://a.example\""]),
            ["retry = \(inline("source.retry", []))"].filter { _ in table == "source.retry" },
            ["basic = \(inline("source.basic", ["user = \"u\"", "password = \"${P}\""]))"].filter { _ in
                table == "source.basic"
            },
            ["oauth = \(inline("source.oauth", Self.oauth))"].filter { _ in table == "source.oauth" },
            ["login = \(inline("source.login", ["path = \"l\"", "token = \"t\""]))"].filter { _ in
                table == "source.login"
            },
            ["[sections]"], lines("sections", ["path = \"s\""]),
            ["[events]"], lines("events", ["path = \"e\""]),
            ["[monitor]"], lines("monitor", ["ping = \"https://m.example\""]),
            ["[keep]"], lines("keep", []),
            ["[ads]"], lines("ads", ["path = \"a\""]),
            ["[ads.policy]"], lines("ads.policy", ["every = 5"]),
            ["[[collections]]"],
            lines(
                "collections",
                ["name = \"c\"", "path = \"c\"", "items = \"\"", "id = \"id\"", "version = \"v\""]
                    + (without == "paging" ? [] : ["paging = \(inline("collections.paging", paging))"])
                    + ["delta = \(inline("collections.delta", ["param = \"since\""]))"]
                    + (table == "collections.keep"
                        ? ["keep = \(inline(table, name == "newest" ? [] : ["days = 30", "by = \"at\""]))"] : [])
                    + (table == "collections.detail"
                        ? ["detail = \(inline(table, ["path = \"c?ids={ids}\""]))"] : [])),
        ].joined()
        return try Manifest(toml: text.joined(separator: "\n"), file: "feed.toml")
    }
}

extension ManifestReferenceTests.Key {
    /// The default as TOML; nil where there is none that could be written.
    fileprivate var defaultValue: String? {
        if Int(standard) != nil || Double(standard) != nil || ["true", "false"].contains(standard) { return standard }
        let isWord = standard.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && standard != "–"
        return isWord ? "\"\(standard)\"" : nil
    }

    /// The least and the greatest integer; nil where the key takes something else.
    fileprivate var bounds: ClosedRange<Int>? {
        guard type == "integer", let match = range.firstMatch(of: /^([\d,]+) to ([\d,]+)/),
            let low = Int(match.1.replacing(",", with: "")), let high = Int(match.2.replacing(",", with: ""))
        else { return nil }
        return low...high
    }
}
