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
        (try? String(contentsOf: Readme.url, encoding: .utf8)) ?? ""
    }()

    /// What is between backquotes in the table of things to type.
    private static var tableCommands: [String] {
        text.split(separator: "\n").drop { $0 != "| to see | type |" }.dropFirst(2)
            .prefix { $0.hasPrefix("| ") }.flatMap { $0.matches(of: /`([a-z][^`]*)`/).map { String($0.1) } }
    }

    /// Lines of the code blocks that call the program.
    private static var programLines: [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("feedcache ") }
            .map { String($0.split(separator: "#")[0].dropFirst("feedcache ".count)) }
            .filter { !$0.hasPrefix("keeps") && !$0.allSatisfy(\.isWhitespace) }
    }

    @Test("every command in it parses")
    func parses() throws {
        #expect(Self.tableCommands.count > 10)
        #expect(Self.programLines.count >= 2)
        for line in Self.tableCommands + Self.programLines where !line.hasPrefix("0.1") {
            let words = ShellWords(line).words
            #expect(throws: Never.self, "\(line)") { try CommandLineParser.parse(words) }
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
                environment: [
                    "FEEDCACHE_DB": folder.appending(path: "feed.db").path, "FEEDCACHE_SOURCE": manifest.path,
                ], output: Output(descriptor: sink))
            for line in ["sync"] + Self.tableCommands where line != "diff 12 15" {
                let status = await FeedcacheProgram.execute(ShellWords(line).words, in: shell)
                #expect(status == .done, "\(line)")
            }
        }
    }

    @Test("every option it names is one that every command takes")
    func options() {
        let named = Self.text.matches(of: /\n\| `(--[a-z-]+)/).map { String($0.1) }
        #expect(named.count >= 4)
        #expect(Set(named).isSubset(of: CommandCatalog.shared.sharedOptions))
    }

    @Test("every file it names is there")
    func files() {
        let root = Readme.url.deletingLastPathComponent()
        let paths = Self.text.matches(of: /`((?:scripts|Sources|Schema|\.ci)\/[^`* ]+)`/).map { String($0.1) }
        #expect(paths.count > 10)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: root.appending(path: path).path), "\(path)")
        }
    }

    @Test("its manifest is one")
    func manifest() throws {
        let block = try #require(Self.text.firstMatch(of: /```toml\n([\s\S]*?)```/))
        let manifest = try Manifest(toml: String(block.1), file: "README.md")
        #expect(manifest.collections.map(\.name) == ["articles"])
        #expect(manifest.warnings.isEmpty)
    }

    @Test("it names every exit code")
    func exitCodes() {
        for status in ExitStatus.allCases {
            #expect(Self.text.contains("\n| \(status.rawValue) | \(status.meaning) |\n"), "\(status)")
        }
    }
}

/// The README, and the places in it.
enum Readme {
    static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "README.md")

    /// What is between the marks of a recorded session.
    static func session(_ name: String, in text: String) -> Range<String.Index>? {
        guard let start = text.range(of: "<!-- session: \(name) -->\n"),
            let end = text.range(of: "<!-- end of session -->", range: start.upperBound..<text.endIndex)
        else { return nil }
        return start.upperBound..<end.lowerBound
    }
}
