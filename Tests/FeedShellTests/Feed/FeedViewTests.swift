import FeedCache
import FeedMock
import FeedModel
import TerminalKit
import Testing

@testable import FeedShell

/// `feed` for people, from the mock API to the lines.
@Suite struct FeedViewTests {
    @Test("Without a terminal, lines are at most 80 cells wide and hold no control; what is not shown is counted")
    func piped() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync -q").status == .done)
            let result = try await fixture.run("feed")
            let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(result.status == .done)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 && TerminalSanitizer.line($0) == $0 })
            for layout in SectionLayout.allCases { #expect(result.output.contains(" · \(layout.rawValue) · ")) }

            let strip = try await fixture.run("feed --section banners --offset 1")
            #expect(
                strip.output.contains("╭ 1 ─") && strip.output.contains("›") && strip.output.hasSuffix("… 2 more\n"))
            let ranking = try await fixture.run("feed --section ranking --offset 8")
            #expect(ranking.output.contains("\n  9  ") && !ranking.output.contains("more"))
        }
    }

    @Test("In a locale without UTF-8 boxes are drawn in ASCII")
    func ascii() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL, environment: ["LANG": "C"])
            #expect(try await fixture.run("sync -q").status == .done)
            let output = try await fixture.run("feed --section banners").output
            #expect(output.contains("+ 0 -") && !output.contains("╭"))
        }
    }
}
