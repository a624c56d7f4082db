import FeedMock
import Foundation
import TestSupport
import Testing

@testable import FeedShell

@Suite("“forget”", .timeLimit(.minutes(10)))
struct ForgetCommandTests {
    @Test("forgets a collection with its events, and says what it would lose")
    func collection() async throws {
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            #expect(try await fixture.run("sync -q").status == .done)
            #expect(try await fixture.run("tap articles 0").status == .done)
            let trial = try await fixture.run("forget --collection articles --dry-run")
            #expect(trial.output.hasPrefix("would forget ") && trial.output.hasSuffix("1 of them not delivered\n"))
            let refused = try await fixture.run("forget --collection articles")
            #expect(refused.status == .comeBackLater && refused.errors.contains("--force"), "\(refused)")
            #expect(try await fixture.run("count articles").output != "0\n")
            let done = try await fixture.run("forget --collection articles --force --json")
            #expect(done.status == .done && done.output.contains(#""waiting_events":1"#), "\(done)")
            #expect(try await fixture.run("count articles").output == "0\n")
            #expect(try await fixture.run("count photos").output != "0\n")
            #expect(try await fixture.run("events --json").output == "[]\n")
            #expect(try await fixture.run("check").status == .done)
            #expect(try await fixture.run("sync -q").status == .done)
            #expect(try await fixture.run("count articles").output != "0\n")
        }
    }

    @Test("names what there is where the name is unknown, makes no file, and wants one of two options")
    func unknown() async throws {
        let empty = try ShellFixture()
        for line in ["forget --collection photos", "forget --account ann"] {
            let result = try await empty.run(line)
            #expect(result.status == .noInput && !result.errors.contains("manifest"), "\(result.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: empty.folder.appending(path: "feed.db").path))
        for line in ["forget", "forget --account a --collection b"] {
            #expect(try await empty.run(line).status == .usage)
        }
        try await withMockServer { _, baseURL in
            let fixture = try ShellFixture(baseURL: baseURL)
            try fixture.editManifest(
                replacing: "retry = { attempts = 1 }", with: "retry = { attempts = 1 }\naccount = \"ann\"")
            #expect(try await fixture.run("sync -q").status == .done)
            let list = try await fixture.run("forget --collection photo")
            #expect(list.status == .noInput && list.errors.contains("did you mean “photos”"), "\(list)")
            let account = try await fixture.run("forget --account bob")
            #expect(account.status == .noInput && account.errors.contains("there are: "), "\(account)")
            let digest = try #require(account.errors.split(separator: "there are: ").last?.prefix(32))
            #expect(try await fixture.run("forget --account \(digest)").status == .done)
            #expect(try await fixture.run("runs --json").output == "[]\n")
            #expect(try await fixture.run("forget --account ann").status == .noInput)
        }
    }
}
