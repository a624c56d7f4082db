import FeedLab
import Testing

@testable import FeedShell

@Suite("The command aa-test")
struct AATestCommandTests {
    @Test("counts how often a comparison is wrong, the same each time")
    func trial() async throws {
        let fixture = try ShellFixture()
        let line = "aa-test --experiments 10 --looks 20 --seed 3"
        let result = try await fixture.run(line)
        #expect(result.status == .done && result.output.contains("10 experiments without any difference"))
        for model in ReaderModel.allCases { #expect(result.output.contains("\n\(model.rawValue) ")) }
        #expect(try await fixture.run(line).output == result.output)
        let json = try await fixture.run(line + " --model cascade --json").output
        #expect(json.contains("\"experiments\":10,\"looks\":20") && json.contains("\"always_valid\":{"))
        #expect(json.contains("\"model\":\"cascade\"") && !json.contains("\"model\":\"position\""))
    }

    @Test("refuses what would be nothing, or take too long")
    func usage() async throws {
        let fixture = try ShellFixture()
        let lines = ["--experiments 0", "--looks 0", "--model other", "--experiments 9223372036854775807"]
        for line in lines { #expect(try await fixture.run("aa-test " + line).status == .usage, "\(line)") }
    }
}
