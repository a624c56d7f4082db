import FeedModel
import Foundation
import Testing

@testable import FeedShell

@Suite("The check command")
struct CheckCommandTests {
    @Test("calls a database well only where it is there, if it was named")
    func named() async throws {
        let fixture = try ShellFixture()
        let empty = fixture.folder.appending(path: "empty.db").path
        try Data().write(to: URL(filePath: empty))
        for (line, words) in [
            ("check", "there is no database “"), ("check --db '\(empty).not'", "there is no database “"),
            ("check --db '\(empty)'", "is empty"),
        ] {
            let result = try await fixture.run(line)
            #expect(result.status == .noInput && result.output.isEmpty, "\(line): \(result)")
            #expect(result.errors.contains(words), "\(line): \(result.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(empty).not"))
    }

    @Test("has nothing against a cache that is still to be made")
    func customary() async throws {
        let fixture = try ShellFixture(environment: ["FEEDCACHE_DB": "", "XDG_DATA_HOME": ""])
        let result = try await fixture.run("check")
        #expect(result.status == .done && result.output == "there is no database yet\n", "\(result)")
        let json = try await fixture.run("check --json").output
        #expect(json.contains(#""ok":true"#) && json.contains("there is no database yet"), "\(json)")
    }
}
