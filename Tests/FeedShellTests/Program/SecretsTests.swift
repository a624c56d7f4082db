import FeedCache
import FeedMock
import Foundation
import Testing

@testable import FeedShell

@Suite("A secret from the environment")
struct SecretsTests {
    @Test("reaches the server and nothing else: no output, no ledger, no database")
    func stays() async throws {
        try await withMockServer { server, baseURL in
            server.faults.add(try FaultRule(parsing: "articles:500*all"))
            let fixture = try ShellFixture(baseURL: baseURL, environment: ["FEED_TOKEN": "s3cret-token"])
            try fixture.editManifest(
                replacing: "[sections]",
                with: "[source.headers]\nAuthorization = \"Bearer ${FEED_TOKEN}\"\n\n[sections]")
            var said = ""
            for line in ["sync -v", "sync --json", "status --json", "runs --json", "problems --json", "sections"] {
                let result = try await fixture.run(line)
                said += result.output + result.errors
            }
            #expect(
                server.journal.entries(for: "photos").allSatisfy {
                    $0.headers["authorization"] == "Bearer s3cret-token"
                })
            #expect(!said.contains("s3cret"))
            for file in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
                let data = try Data(contentsOf: fixture.folder.appending(path: file))
                #expect(data.firstRange(of: Data("s3cret".utf8)) == nil, "\(file)")
            }
        }
    }
}
