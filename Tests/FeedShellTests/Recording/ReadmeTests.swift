import FeedCache
import FeedMock
import FeedSource
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("The README")
struct ReadmeTests {
    private static let text: String = {
        (try? ProjectFile.readme.text()) ?? ""
    }()

    /// What is between backquotes in the table of things to type.
    private static var tableCommands: [String] {
        text.split(separator: "\n").drop { $0 != "| to see | type |" }.dropFirst(2)
            .prefix { $0.hasPrefix("| ") }.flatMap { $0.matches(of: /`([a-z][^`]*)`/).map { String($0.1) } }
    }

    @Test("every command in its table parses")
    func parses() throws {
        #expect(Self.tableCommands.count > 10)
        for line in Self.tableCommands {
            #expect(throws: Never.self, "\(line)") { try CommandLineParser.parse(ShellWords(line).words) }
        }
    }

    @Test("it is at most 200 lines long")
    func length() {
        #expect(Self.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    }

    @Test("every article of the catalog is linked")
    func articles() throws {
        for article in try Article.all()
        where !["FeedCache", "FirstTenMinutes"].contains(article.name) {
            #expect(Self.text.contains("](Sources/FeedCache/FeedCache.docc/\(article.name).md)"), "\(article.name)")
        }
    }

    @Test("every command to explore with runs on a synced cache")
    func runs() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feedcache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sink = open("/dev/null", O_WRONLY)
        defer { close(sink) }
        try await withMockServer { _, baseURL in
            let manifest = folder.appending(path: "feed.toml")
            try Manifest.gourmetText(baseURL: baseURL).write(to: manifest, atomically: true, encoding: .utf8)
            let shell = Shell(
                commands: .all,
                environment: [
                    "FEEDCACHE_DB": folder.appending(path: "feed.db").path, "FEEDCACHE_SOURCE": manifest.path,
                ], output: Output(descriptor: sink))
            for line in ["sync"] + Self.tableCommands where line != "diff 12 15" {
                let status = await FeedcacheProgram.perform(ShellWords(line).words, in: shell).status
                #expect(status == .done, "\(line)")
            }
        }
    }

    @Test("its manifest is one")
    func manifest() throws {
        let block = try #require(Self.text.firstMatch(of: /```toml\n([\s\S]*?)```/))
        let manifest = try Manifest(toml: String(block.1), file: "README.md")
        #expect(manifest.collections.map(\.name) == ["articles"])
        #expect(manifest.warnings.isEmpty)
    }
}
