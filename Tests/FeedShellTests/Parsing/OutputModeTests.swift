import FeedCache
import FeedMock
import FeedModel
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import FeedShell

@Suite("Every command in every mode")
struct OutputModeTests {
    /// A line for each command that shows something and ends by itself; the others are named.
    private static let lines = [
        "sync --full --on-change true", "consumers", "refresh photos", "more photos", "sections", "sections --history",
        "items photos",
        "items photos --removed", "show photos 12", "export keywords", "feed", "feed --section ranking",
        "diff 0 1", "diff --count", "simulate POLICY", "status", "runs", "problems", "sql 'select 1 as a, null as b'",
        "sql 'select 1 as a where 0'", "backup COPY", "restore SAVED", "check", "check --source MANIFEST",
        "init BASE/photos --print",
        "probe photos", "probe", "prune", "forget --collection photos --dry-run", "scroll articles 1", "ads",
        "ads reset",
        "explain articles 3", "tap articles 0", "events", "flush", "ctr", "ctr --by item", "aa-test --experiments 2",
        "simulate --sweep every=3,4", "find a --in articles", "count photos", "facets articles id", "tables",
        "schema keywords", "items photos --where 1 --fields key,payload", "feed --where 1", "changes",
    ]
    private static let endless = ["browse", "mock", "demo", "preview", "repl", "watch"]
    /// Their Markdown is a document with headings, and what they find is no exit code 0.
    private static let reports = ["audit"]
    /// They print a text for another program.
    private static let verbatim = ["completions", "manual"]

    private func isJSON(_ text: some StringProtocol) -> Bool {
        (try? JSONDocument(Array(text.utf8))) != nil
    }

    private func check(_ output: String, _ mode: OutputMode, _ line: String) {
        switch mode {
        case .json: #expect(output.hasSuffix("\n") && isJSON(output), "\(line): \(output)")
        case .ndjson:
            #expect(output.split(separator: "\n").allSatisfy(isJSON), "\(line): \(output)")
            #expect(output.isEmpty || output.hasSuffix("\n"), "\(line)")
        case .csv:
            let records = CSVReader.records(output)
            #expect(!records.isEmpty, "\(line)")
            #expect(records.allSatisfy { $0.count == records.first?.count }, "\(line): \(output)")
            #expect(!output.contains("more\r\n"))
        case .vertical:
            #expect(output.isEmpty || !output.contains("[{"), "\(line): \(output)")
        case .tsv:
            let records = output.split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false)
            }
            #expect(!records.isEmpty && records.allSatisfy { $0.count == records.first?.count }, "\(line): \(output)")
        case .box:
            // People get notes beside it.
            let lines = output.split(separator: "\n").filter { "┌│├└".contains($0.prefix(1)) }
            #expect(lines.first?.hasPrefix("┌") == lines.last?.hasPrefix("└"), "\(line): \(output)")
        case .markdown:
            #expect(
                output.split(separator: "\n").allSatisfy { $0.hasPrefix("| ") && $0.hasSuffix(" |") },
                "\(line): \(output)")
        case .prometheus: #expect(output.hasPrefix("# HELP feedcache_"), "\(line)")
        case .auto, .table: break
        }
    }

    @Test("accepts what it lists, and prints what can be read again")
    func matrix() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            let policy = fixture.folder.appending(path: "policy.json")
            try Data(#"{"policy": {"every": 2}, "steps": [{"do": "content", "ids": ["a", "b"]}]}"#.utf8)
                .write(to: policy)
            let saved = fixture.folder.appending(path: "saved.db").path
            #expect(try await fixture.run("backup \(saved)").status == .done)
            for (number, line) in Self.lines.enumerated() {
                for mode in OutputMode.allCases {
                    let line = line.replacing("POLICY", with: policy.path).replacing("SAVED", with: saved).replacing(
                        "BASE", with: baseURL
                    )
                    .replacing("MANIFEST", with: fixture.folder.appending(path: "feed.toml").path)
                    .replacing("COPY", with: fixture.folder.appending(path: "copy-\(number)-\(mode).db").path)
                    let command = try CommandLineParser.parse(ShellWords(line).words)
                    let result = try await fixture.run(line + " --format \(mode.rawValue)")
                    guard type(of: command).modes.contains(mode) else {
                        #expect(result.status == .usage, "\(line) \(mode)")
                        continue
                    }
                    #expect(result.status == .done, "\(line) \(mode): \(result.errors)")
                    #expect(result.errors.isEmpty, "\(line) \(mode)")
                    check(result.output, mode, line)
                }
            }
        }
    }

    @Test("and none is left out of the test")
    func complete() {
        let tried = Set(Self.lines.compactMap { ShellWords($0).words.first }).union(
            Self.endless + Self.verbatim + Self.reports)
        #expect(Set(Commands.all.types.map { $0._commandName }).subtracting(tried) == [])
    }

    @Test("is empty after the end, however far that is", arguments: OutputMode.ofRecords)
    func beyond(mode: OutputMode) async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            for line in ["feed", "feed --section ranking", "items photos", "items photos --removed"] {
                let result = try await fixture.run(
                    "\(line) --offset \(Int.max) --limit \(Int.max) --format \(mode.rawValue)")
                #expect(result.status == .done && result.errors.isEmpty, "\(line)")
                #expect(!result.output.contains("more"), "\(line)")
            }
        }
    }

    @Test("says how many more there are, to people only")
    func more() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            _ = try await fixture.run("sync")
            _ = try await fixture.run("sync")
            for (line, note) in [
                ("items photos --limit 3", "… 117 more\n"), ("items photos --limit 3 --offset 100", "… 17 more\n"),
                ("items photos --offset 110 --limit 10", ""), ("items photos --offset 500 --limit 3", ""),
                ("items photos --limit 9223372036854775807 --offset 9223372036854775807", ""),
                ("runs --limit 1", "… 1 more\n"), ("runs", ""), ("sections --limit 2", "more\n"),
                ("feed --section ranking --limit 2", "… 8 more\n"),
            ] {
                for mode in ["table", "vertical"] {
                    let output = try await fixture.run("\(line) --format \(mode)").output
                    #expect(note.isEmpty ? !output.contains("more") : output.hasSuffix(note), "\(line): \(output)")
                }
                for mode in ["json", "ndjson", "csv"] {
                    let output = try await fixture.run("\(line) --format \(mode)").output
                    #expect(!output.contains("… "), "\(line) \(mode)")
                }
            }
        }
    }

    @Test("a long listing is the same in pieces as in one", arguments: ["ndjson", "csv"])
    func windows(_ mode: String) async throws {
        var configuration = MockConfiguration()
        configuration.sizes = try ListSizes(parsing: ["photos=1300"])
        configuration.perPage = 500
        try await withMockServer(configuration) { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            _ = try await fixture.run("sync photos")
            let all = try await fixture.run("items photos --limit 9223372036854775807 --format \(mode)").output
            let lines = all.split(whereSeparator: \.isNewline)
            #expect(lines.count == (mode == "csv" ? 1_301 : 1_300))
            let rest = try await fixture.run("items photos --offset 700 --limit 600 --format \(mode)").output
            #expect(
                all.hasSuffix(
                    rest.split(whereSeparator: \.isNewline).suffix(600).joined(separator: mode == "csv" ? "\r\n" : "\n")
                        + (mode == "csv" ? "\r\n" : "\n")))
        }
    }
}
