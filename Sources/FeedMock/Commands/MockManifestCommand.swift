import ArgumentParser
import FeedMock
import FeedModel
import FeedShell
import FeedSource
import TerminalKit

struct MockManifestCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest",
        abstract: "Print the manifest of what “mock serve” serves with the same options.",
        discussion: "Without --data it is the manifest of the gourmet world.")
    static let example = "mock manifest --data db.json --paging photos=cursor > feed.toml"

    @OptionGroup var shared: SharedOptions

    @OptionGroup var own: MockDataOptions

    @Option(help: ArgumentHelp("Where the mock is, as “mock serve” prints it.", valueName: "url"))
    var baseURL = "http://127.0.0.1:3000"

    @Option(help: "How many items a page has.")
    var perPage: Int = 20

    func validate() throws {
        guard (1...1_000).contains(perPage) else { throw ValidationError("--per-page is 1 to 1000") }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        guard let text = try own.manifest(at: baseURL, perPage: perPage) else {
            throw CommandError(
                .usage, "a folder of answers has no manifest of its own",
                advice: "set base_url in the one that it was recorded with, or cut it anew with --paging")
        }
        do {
            _ = try Manifest(toml: text, file: "mock")
        } catch {
            throw CommandError(.usage, "--base-url: \(error.message)", advice: "see “help mock manifest”")
        }
        return try shell.show(.object([("text", .string(text))]), shared) {
            try shell.output.write(shell.output.isTerminal ? TerminalSanitizer.field(text) : text)
        }
    }
}
