import FeedCache
import FeedMock
import FeedSource
import Foundation
import Testing

@testable import FeedInit
@testable import FeedShell

/// Holds what the reference says of `--json` against what the commands write.
@Suite("The reference of JSON")
struct ReferenceJSONTests {
    /// What is typed to see every document, in this order, and the section that describes it.
    private static let lines = [
        ("sync", "sync --format ndjson"), ("sync", "sync --json"), ("refresh", "refresh photos --json"),
        ("more", "more photos --json"),
        ("sections", "sections --json"), ("sections", "sections --history --json"),
        ("items", "items photos --limit 2 --json"), ("show", "show photos 119 --json"),
        ("export", "export articles --format json"), ("feed", "feed --limit 3 --json"),
        ("feed", "feed --limit 3 --format ndjson"), ("scroll", "scroll articles 4 --height 6 --json"),
        ("scroll", "scroll articles 4 --height 6 --json"), ("ads", "ads --json"),
        ("explain", "explain articles 3 --json"),
        ("simulate", "simulate --sweep every=3..4 --items 20 --json"), ("tap", "tap ranking 1 --json"),
        ("tap", "tap ranking 0 --json"), ("status", "status --json"), ("events", "events --json"),
        ("flush", "flush --json"), ("ctr", "ctr --json"), ("ctr", "ctr --by item --json"),
        ("ctr", "ctr --by position --json"), ("ctr", "ctr --compare ranking articles --json"),
        ("aa-test", "aa-test --experiments 2 --looks 2 --json"), ("diff", "diff 0 1 --json"),
        ("diff", "diff 0 1 --count --json"),
        ("diff", "diff 0 1 --format ndjson"), ("watch", "watch --count 1 --json"), ("runs", "runs --json"),
        ("find", "find a --in articles --json"), ("count", "count photos --json"),
        ("facets", "facets articles id --json"),
        ("tables", "tables --json"), ("schema", "schema photos --json"),
        ("feed", "feed --where 1 --limit 3 --json"), ("problems", "problems --json"), ("check", "check --json"),
        ("check", "check --source MANIFEST --json"), ("init", "init BASE/photos --print --json"),
        ("probe", "probe photos --json"), ("audit", "audit photos --json"), ("prune", "prune --json"),
        ("backup", "backup BACKUP --json"), ("ads", "ads reset --json"), ("completions", "completions bash --json"),
        ("manual", "manual --json"), ("mock", "mock fault photos:503 --at BASE --json"),
        ("mock", "mock offline --at BASE --json"), ("mock", "mock tick --at BASE --json"),
        ("mock", "mock verify photos --at BASE --json"), ("mock", "mock journal --limit 2 --at BASE --json"),
    ]

    /// Members whose value is the server's own, or is described elsewhere: a row, the keys of a policy.
    private static let foreign: Set<String> = [
        "payload", "config", "ads", "shows", "policy", "headers", "response_headers",
    ]

    @Test("has every member of every document")
    func members() async throws {
        let article = try Article(named: "ExitCodesAndJSON")
        let errors = try #require(article.section("Outcomes and errors"))
        try await withMockServer { server, baseURL in
            server.faults.add(FaultRule("keywords", .status(404)))
            let fixture = try ShellFixture(baseURL: baseURL)
            for (index, (name, line)) in Self.lines.enumerated() {
                if line.hasPrefix("watch") { server.clock.advance() }
                let backup = fixture.folder.appending(path: "copy.db").path
                let result = try await fixture.run(
                    line.replacing("BACKUP", with: backup).replacing("BASE", with: baseURL)
                        .replacing("MANIFEST", with: fixture.folder.appending(path: "feed.toml").path))
                #expect([.done, .partlyDone].contains(result.status), "\(line): \(result.errors)")
                let section = try #require(article.section(name), "\(name)")
                // “As sync” leads to the other section.
                let seen = section.matches(of: /\]\(#(\w+)\)/).compactMap { article.section(String($0.1)) }
                let codes = Set(Article.code(in: ([section, errors] + seen).joined(separator: "\n")))
                let keys = try Self.keys(of: result.output)
                #expect(!keys.isEmpty || ["problems"].contains(name), "\(index) \(line)")
                for key in keys { #expect(codes.contains(key), "\(line): “\(key)”") }
            }
        }
    }

    @Test("has every code of what probe finds suspicious")
    func suspicions() throws {
        let section = try #require(Article(named: "ExitCodesAndJSON").section("probe"))
        let codes = Set(Article.code(in: section))
        for kind in Suspicion.Kind.allCases { #expect(codes.contains(kind.rawValue)) }
    }

    @Test("has every code of what audit finds")
    func defects() throws {
        let source = try ProjectFile(path: "Sources/FeedInit/Audit/AuditDefect.swift").text()
        let codes = source.matches(of: /"(\w+)", \.(high|medium|low),/).map { [String($0.1), String($0.2)] }
        let section = try #require(Article(named: "AuditingAnAPI").section("What it finds"))
        #expect(codes.count > 30)
        #expect(Article.rows(in: section).map { [$0[0].replacing("`", with: ""), $0[1]] } == codes)
    }

    /// The names of all members in a document, or in lines of documents, but for what the server wrote.
    private static func keys(of output: String) throws -> Set<String> {
        func collect(_ value: Any, _ keys: inout Set<String>) {
            if let array = value as? [Any] {
                for element in array { collect(element, &keys) }
            } else if let object = value as? [String: Any] {
                for (key, member) in object {
                    keys.insert(key)
                    if !foreign.contains(key) { collect(member, &keys) }
                }
            }
        }
        var keys: Set<String> = []
        let documents = (try? JSONSerialization.jsonObject(with: Data(output.utf8))).map { [$0] }
        for document in try documents
            ?? output.split(separator: "\n").map({ try JSONSerialization.jsonObject(with: Data($0.utf8)) })
        {
            collect(document, &keys)
        }
        return keys
    }
}
