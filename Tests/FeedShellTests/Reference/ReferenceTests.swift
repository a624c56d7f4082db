import FeedCache
import FeedModel
import FeedSource
import Foundation
import Testing

@testable import FeedMock
@testable import FeedShell

/// Holds the articles against the program: what it has must be in them.
@Suite("The reference")
struct ReferenceTests {
    @Test("has every exit code with its meaning")
    func exitCodes() throws {
        let rows = Article.rows(in: try #require(try Article(named: "ExitCodesAndJSON").section("Exit codes")))
        #expect(rows == FeedModel.ExitStatus.allCases.map { ["\($0.rawValue)", $0.said.meaning] })
    }

    @Test("has every outcome, error code and kind of problem")
    func words() throws {
        let article = try Article(named: "ExitCodesAndJSON")
        let section = try #require(article.section("Outcomes and errors"))
        let first = Article.rows(in: section).compactMap { Article.code(in: $0[0]).first }
        #expect(first == CollectionOutcome.allCases.map(\.rawValue) + SyncFailure.Code.allCases.map(\.rawValue))
        for outcome in SyncOutcome.allCases { #expect(section.contains("`\(outcome.rawValue)`"), "\(outcome)") }
        let kinds = Article.rows(in: try #require(article.section("problems"))).compactMap {
            Article.code(in: $0[0]).first
        }
        #expect(kinds == Problem.Kind.allCases.map(\.rawValue))
    }

    @Test("has every command with every argument and option")
    func commands() throws {
        let article = try Article(named: "CommandReference")
        for outer in Commands.all.catalog.commands where outer.commandName != "help" {
            for command in outer.leaves {
                let names =
                    [outer.commandName] + (command.commandName == outer.commandName ? [] : [command.commandName])
                let section = try #require(article.section(names.joined(separator: " ")), "\(names)")
                for argument in command.arguments ?? [] where argument.isShown && argument.option != "--help" {
                    guard let name = argument.option ?? argument.valueName else { continue }
                    let isShared = Commands.all.catalog.sharedOptions.contains(name)
                    let place = isShared ? article.section("Options of every command") ?? "" : section
                    #expect(place.contains(argument.option ?? "<\(name)>"), "\(names) \(name)")
                }
            }
        }
        for builtin in REPLBuiltins.all { #expect(article.section("\(builtin.name) (REPL)") != nil, "\(builtin.name)") }
    }

    @Test("has every fault of the mock")
    func faults() throws {
        let section = try #require(try Article(named: "TestingWithTheMock").section("Faults"))
        let codes = Article.code(in: section)
        let numbered = Fault.spans.map { "\($0.name)=SECONDS" } + Fault.amounts.map { "\($0.name)=BYTES" }
        for name in Fault.words.map(\.name) + numbered + ["clock-skew=SECONDS"] {
            #expect(codes.contains(name), "\(name)")
        }
        #expect(codes.contains("\(Fault.statuses.lowerBound)") && codes.contains("\(Fault.statuses.upperBound)"))
        let rules = Article.rows(in: section).compactMap { Article.code(in: $0[0]).first }.filter { $0.contains(":") }
        #expect(rules.count >= 5)
        for rule in rules { #expect(throws: Never.self, "\(rule)") { try FaultRule(parsing: rule) } }
    }

    @Test("shows the embedding package’s test of an app as it is")
    func example() throws {
        let test = ProjectFile(path: "Tests/Embedding/Tests/ReaderTests/MockedServerTests.swift")
        #expect(try Article(named: "TestingWithTheMock").blocks("swift").contains(try test.text()))
    }

    @Test("has every table, view and column of the database, and no other")
    func schema() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let manifest = try Manifest.gourmet()
        let cache = try FeedEngine(
            manifest: manifest, databasePath: folder.appending(path: "feed.db").path,
            dependencies: .live([:], source: manifest.source))
        // Makes the database.
        _ = try await cache.prune()
        let query = try cache.query(
            """
            SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite%' ORDER BY 1, 2
            """)
        let article = try Article(named: "DatabaseSchema")
        var tables: Set<String> = []
        while let row = try query.next() {
            guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
            tables.insert(table)
            let section = article.section(table) ?? ""
            let columns = Article.rows(in: section).flatMap { Article.code(in: $0[0]) }
            #expect(columns.contains(column), "\(table).\(column)")
            #expect(section.contains("Written ") && section.contains("ead"), "\(table)")
        }
        #expect(tables.count > 15)
        let headings = article.text.matches(of: /\n### (\w+)\n/).map { String($0.1) }
        #expect(Set(headings) == tables)
    }

    @Test("has every environment variable of the program’s own in “help environment”")
    func environment() throws {
        let sources = ProjectFile.root.appending(path: "Sources/FeedShell")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        let read = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /"((?:FEEDCACHE|XDG)_[A-Z_]+)"/)
                .map { String($0.1) }
        }
        #expect(Set(read).count >= 6)
        let text = HelpTopic.environment.text(width: 80)
        for name in Set(read) { #expect(text.contains(name), "\(name)") }
    }

    @Test("names types that there are", arguments: ["DataFlow"])
    func types(_ name: String) throws {
        let sources = ProjectFile.root.appending(path: "Sources")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        let declared = try Set(
            files.flatMap { file in
                try String(contentsOf: file, encoding: .utf8)
                    .matches(of: /\b(?:struct|class|enum|actor|protocol) ([A-Z]\w+)/).map { String($0.1) }
            })
        let modules = Set(try FileManager.default.contentsOfDirectory(atPath: sources.path))
        let words = try Article(named: name).text.matches(of: /\b(?:[A-Z][a-z]+){2,}\b|\bREPL[A-Z]\w+/)
            .map { String($0.0) }
        #expect(words.count > 10)
        for word in Set(words) where word != "SQLite" {
            #expect(declared.contains(word) || modules.contains(word), "\(word)")
        }
    }
}
