import Foundation
import Testing

@Suite("The sessions in the README")
struct RecordedSessionTests {
    /// Where `scripts/record` wants the README with fresh recordings; without it they are compared.
    private static let destination = ProcessInfo.processInfo.environment["FEEDCACHE_RECORD"]

    @Test("are what the program says today")
    func isFresh() async throws {
        let readme = try String(contentsOf: Readme.url, encoding: .utf8)
        var fresh = readme
        for session in RecordedSession.all {
            let recorder = try #require(SessionRecorder())
            let block = "```console\n\(try await recorder.record(session))```\n"
            let place = try #require(Readme.session(session.name, in: fresh), "no place for “\(session.name)”")
            fresh.replaceSubrange(place, with: block)
        }
        if let destination = Self.destination {
            try fresh.write(toFile: destination, atomically: true, encoding: .utf8)
        } else {
            let difference = zip(lines(readme), lines(fresh)).first { $0 != $1 }
            let (old, new) = difference ?? ("", "")
            #expect(readme == fresh, "“\(old)” is “\(new)” today; scripts/record records the README anew")
        }
    }

    private func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
