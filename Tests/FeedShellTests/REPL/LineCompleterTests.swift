import FeedCache
import FeedMock
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("Completion of a line")
struct LineCompleterTests {
    private func withCompleter(_ body: (LineCompleter) throws -> Void) async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            try body(LineCompleter(shell: fixture.shell))
        }
    }

    @Test("knows commands, options, their values, and the names in the cache")
    func completes() async throws {
        try await withCompleter { completer in
            func inserted(_ line: String) -> String {
                completer.complete(EditedLine(before: line)).insertion(after: ShellWords(line))
            }
            func words(_ line: String) -> [String] {
                completer.complete(EditedLine(before: line)).candidates.map(\.word)
            }
            #expect(inserted("ite") == "ms ")
            #expect(inserted("items pho") == "tos ")
            #expect(inserted("items photos --li") == "mit ")
            #expect(inserted("export photos --format cs") == "v ")
            #expect(words("export photos --format ") == ["ndjson", "json", "csv"])
            #expect(words("items photos --format v") == ["vertical"])
            #expect(inserted("mode cs") == "v ")
            #expect(inserted("items photos --fields tit") == "le")
            #expect(inserted("items photos --fields=tit") == "le")
            #expect(words("items photos > /et").contains("/etc/"))
            #expect(words("feed --section r") == ["ranking"])
            #expect(inserted("mock se") == "rve ")
            #expect(words("help sy") == ["sync"])
            #expect(words("help sou") == ["source"])
            #expect(words("show photos ").prefix(3) == ["120", "119", "118"])
            #expect(
                words("show photos 11") == ["119", "118", "117", "116", "115", "114", "113", "112", "111", "110", "11"])
            #expect(completer.complete(EditedLine(before: "show photos 119")).candidates.first?.note?.isEmpty == false)
            #expect(words("ex") == ["explain", "export", "exit"])
            #expect(words("nonsense ") == [])
            #expect(completer.complete(EditedLine(before: "sync photos")).candidates.first?.note == "120 items")
            let section = completer.complete(EditedLine(before: "feed --section ranking")).candidates.first
            #expect(section?.note?.isEmpty == false)
            let run = completer.complete(EditedLine(before: "diff 1")).candidates.first { $0.word == "1" }
            #expect(run?.note?.hasSuffix("Z complete") == true)
        }
    }

    @Test("takes the letters of a word where nothing begins with it")
    func fuzzy() async throws {
        try await withCompleter { completer in
            func replacement(_ line: String) -> String? {
                let (count, text) =
                    completer.complete(EditedLine(before: line)).replacement(in: ShellWords(line)) ?? (0, "")
                return count == 0 ? nil : String(line.dropLast(count)) + text
            }
            #expect(replacement("items phs") == "items photos ")
            #expect(replacement("export photos --fmt") == "export photos --format ")
            #expect(replacement("select * from phs") == "select * from photos")
            #expect(
                replacement("select * from photos where 1 and PSTN") == "select * from photos where 1 and position ")
            #expect(replacement("select * from photos where pstn") == "select * from photos where position ")
            // What begins so comes first, and one letter says too little.
            #expect(replacement("items pho") == nil && replacement("items h") == nil)
            #expect(replacement("nonsense xq") == nil)
        }
    }

    @Test("ranks by use")
    func use() async throws {
        try await withCompleter { completer in
            let history = ["exit", "items photos", "explain ranking 3", "exit"]
            let line = EditedLine(before: "ex", history: history)
            #expect(completer.complete(line).candidates.map(\.word) == ["exit", "explain", "export"])
        }
    }
}
