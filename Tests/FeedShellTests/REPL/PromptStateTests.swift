import FeedCache
import FeedMock
import FeedModel
import Foundation
import TerminalKit
import Testing

@testable import FeedShell

@Suite("The prompt")
struct PromptStateTests {
    private static let plain = Style(.never, environment: [:], isTerminal: true)

    @Test(
        "shows new, syncing, stale and offline, and ends in “> ”",
        arguments: [
            (PromptState.Freshness.new, "gourmet new> "), (.syncing, "gourmet syncing> "), (.aged(5), "gourmet 5s> "),
            (.aged(300), "gourmet 5m> "), (.aged(3_600), "gourmet stale 1h> "), (.aged(200_000), "gourmet stale 2d> "),
            (.offline(300), "gourmet offline 5m> "), (.offline(nil), "gourmet offline> "),
        ])
    func words(_ freshness: PromptState.Freshness, _ text: String) {
        #expect(PromptState(name: "gourmet", freshness: freshness).text(Self.plain) == text)
        let colored = Style(.always, environment: [:], isTerminal: true)
        let painted = PromptState(name: "gourmet", freshness: freshness).text(colored)
        #expect(painted.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text)
        #expect(painted.hasSuffix("> "))
    }

    @Test("shows a name that would drive the terminal harmlessly")
    func defused() {
        let text = PromptState(name: "a\u{1B}[31m\nb", freshness: .new).text(Self.plain)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("goes by the cache: new, then its age, offline when the server is gone, its age again")
    func states() async throws {
        let options = try SharedOptions.parse([])
        func freshness(_ fixture: ShellFixture) -> PromptState.Freshness {
            let shell = fixture.shell.interactive(with: options, isTyped: true)
            return PromptState(of: REPLSession(shell: shell, options: options)).freshness
        }
        let fixture = try ShellFixture()
        #expect(freshness(fixture) == .new)
        _ = try await fixture.run("sync")
        #expect(freshness(fixture) == .offline(nil))
        try await withMockServer { _, baseURL in
            try fixture.editManifest(replacing: "http://127.0.0.1:9", with: baseURL)
            #expect(try await fixture.run("sync").status == .done)
            guard case .aged = freshness(fixture) else {
                Issue.record("\(freshness(fixture))")
                return
            }
        }
        _ = try await fixture.run("sync")
        guard case .offline(.some) = freshness(fixture) else {
            Issue.record("\(freshness(fixture))")
            return
        }
    }

    @Test("is the program’s name where the manifest cannot be read")
    func noManifest() throws {
        let fixture = try ShellFixture()
        try fixture.editManifest(replacing: "[source]", with: "[source")
        let options = try SharedOptions.parse([])
        let shell = fixture.shell.interactive(with: options, isTyped: true)
        #expect(PromptState(of: REPLSession(shell: shell, options: options)).text(Self.plain) == "feedcache> ")
    }

    @Test("says in words how long ago a time was")
    func ages() {
        let now = Instant(seconds: 1_000_000_000)
        for (seconds, words) in [
            (-5, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (3_600, "1 h"), (86_400, "1 day"),
            (172_800, "2 days"),
        ] as [(Int64, String)] {
            let time = now.advanced(bySeconds: -seconds)
            #expect(time.besideAge(at: now) == "\(time) (\(words) ago)")
        }
    }
}
