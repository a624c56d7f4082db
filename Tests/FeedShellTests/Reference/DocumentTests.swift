import FeedMock
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

/// What holds for every document: what it names is there, and what it tells one to type is understood.
@Suite("Every document")
struct DocumentTests {
    private static func all() throws -> [Article] {
        try Article.all() + [Article(.readme), Article(ProjectFile(path: "CONTRIBUTING.md"))]
    }

    @Test("has calls of the program that it understands")
    func calls() throws {
        var count = 0
        for article in try Self.all() {
            for call in article.calls where !call.isEmpty {
                count += 1
                #expect(throws: Never.self, "\(article.name): feedcache \(call)") {
                    _ = try CommandLineParser.parse(ShellWords(call).words)
                }
            }
        }
        #expect(count > 20)
    }

    @Test("finds in the demo what its calls look for, and names sections that are there")
    func finds() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            _ = try await fixture.run("sync")
            var count = 0
            for article in try Self.all() {
                for call in article.calls where call.hasPrefix("find ") || call.hasPrefix("ctr --compare ") {
                    count += 1
                    let result = try await fixture.run(call)
                    #expect(result.status == .done && result.output.count > 10, "\(article.name): \(call): \(result)")
                }
            }
            #expect(count > 3)
        }
    }

    @Test("names files that are there")
    func files() throws {
        let root = ProjectFile.root
        let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
        let names = Set(
            top
                + ["Sources", "Tests", "Schema"].flatMap { folder in
                    FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)?
                        .compactMap { ($0 as? URL)?.lastPathComponent } ?? []
                })
        var count = 0
        for article in try Self.all() {
            for code in Article.code(in: article.text) {
                if code.firstMatch(of: /^(?:scripts|Sources|Schema|Tests|\.ci)\/[^*{ ]*$/) != nil,
                    !code.contains("NNNN")
                {
                    count += 1
                    #expect(
                        FileManager.default.fileExists(atPath: root.appending(path: code).path),
                        "\(article.name): \(code)")
                } else if code.firstMatch(of: /^[A-Z][A-Za-z+]+\.(?:swift|md)$/) != nil {
                    count += 1
                    #expect(names.contains(code), "\(article.name): \(code)")
                }
            }
            for link in article.text.matches(of: /\]\(((?:Sources|Tests|scripts)\/[^)#]+|[A-Z]+\.md)\)/) {
                count += 1
                let path = root.appending(path: String(link.1)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(article.name): \(link.1)")
            }
        }
        #expect(count > 50)
    }
}
