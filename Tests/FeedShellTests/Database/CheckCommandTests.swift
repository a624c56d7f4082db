import FeedModel
import Foundation
import Testing

@Suite("The check command")
struct CheckCommandTests {
    @Test("calls no database well that is missing or empty")
    func nothing() async throws {
        let fixture = try ShellFixture()
        let empty = fixture.folder.appending(path: "empty.db").path
        try Data().write(to: URL(filePath: empty))
        for (line, words) in [
            ("check", "there is no database yet"), ("check --db '\(empty).not'", "there is no database yet"),
            ("check --db '\(empty)'", "the database is empty"),
        ] {
            let result = try await fixture.run(line)
            #expect(result.status == .done && result.output == words + "\n", "\(line): \(result)")
            let json = try await fixture.run(line + " --json").output
            #expect(json.contains(#""ok":true"#) && json.contains(words), "\(json)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(empty).not"))
    }
}
