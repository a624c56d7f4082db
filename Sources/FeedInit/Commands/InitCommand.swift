import ArgumentParser
import FeedCache
import FeedModel
import FeedShell
import FeedSource
import Foundation
import TerminalKit

struct InitCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a manifest for the URL of a list, with the evidence for each part.",
        discussion: """
            Asks the URL once, and once more for each way in which its pages may follow each other, at most eight times in \
            all; what fails for the moment is asked for once more. The manifest is written to feed.toml, or to the file of --source or FEEDCACHE_SOURCE; one that is there \
            stays as it is. Secrets are not written: a parameter like api_key, and the value of a header, become \
            variables that are read from the environment. Write the variable yourself to keep the secret out of the list of \
            processes: --header 'Authorization: Bearer ${API_TOKEN}'.
            """)
    static let example = "init 'https://api.example.com/v1/articles?per_page=50'"

    @OptionGroup var shared: SharedOptions

    @Argument(help: ArgumentHelp("The URL of a list; values in its query may be ${NAME}.", valueName: "url"))
    var url: String

    @Option(
        help: ArgumentHelp("A header to send, such as 'Accept: application/json'.", valueName: "line"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A JSON object to ask with by POST, as for GraphQL; @FILE reads it from a file.", valueName: "json"))
    var body: String?

    @Flag(help: "Replace a manifest that is there.")
    var force = false

    @Flag(help: "Print the manifest, and write no file.")
    var print = false

    func run(in shell: Shell) async throws -> ExitStatus {
        let path = shared.source ?? shell.locations.variable("FEEDCACHE_SOURCE") ?? "feed.toml"
        let file = NewFile(path: path)
        if !print, !force, file.exists { throw file.refusal }
        let body = try body.map(Self.text)
        let first = try ManifestProposer.firstManifest(url: url, headers: header, body: body, file: path)
        let proposer = ManifestProposer(
            url: url, headers: header, body: body, file: path, dependencies: shell.dependencies(of: first))
        let outcome: ManifestProposer.Outcome
        do {
            outcome = try await proposer.propose()
        } catch let error as SourceError {
            let failed = CommandError(ofInit: error)
            if shared.quiet, error.failure.reach == .unreached { return failed.status }
            throw failed
        }
        if !print { try file.write(outcome.text, replacing: force) }
        return try shell.conclude(with: .done) {
            try shell.show(outcome.json(path: print ? nil : path), shared) {
                if print {
                    let text = outcome.text
                    try shell.output.write(shell.output.isTerminal ? TerminalSanitizer.field(text) : text)
                } else {
                    try shell.show(ManifestProposer.Outcome.fields.table(of: outcome.proposal.findings), shared)
                }
            }
            if !print { shell.say("wrote \(path); look at what it finds with “feedcache probe”", shared) }
            if outcome.proposal.paging.style == .none, let doubt = outcome.proposal.doubt { shell.say(doubt, shared) }
            for name in outcome.proposal.source.variables where shell.locations.variable(name) == nil {
                shell.say("set \(name) in the environment before “probe” and “sync”", shared)
            }
        }
    }

    /// The text itself, or that of the file after `@`.
    private static func text(of body: String) throws -> String {
        guard body.hasPrefix("@") else { return body }
        let path = String(body.dropFirst())
        guard let text = try String(data: InputFile.content(of: path), encoding: .utf8) else {
            throw CommandError(.badData, "the file “\(path)” of --body is not UTF-8")
        }
        return text
    }
}

extension ManifestProposer.Outcome {
    /// - Parameter path: where the manifest was written; nil for nowhere.
    func json(path: String?) -> JSONValue {
        .object([
            ("manifest", .text(path)), ("requests", .number(requests)),
            ("findings", .array(proposal.findings.map(Self.fields.object))),
            ("variables", .array(proposal.source.variables.map(JSONValue.string))), ("text", .string(text)),
        ])
    }

    static let fields: Fields<ManifestProposal.Finding> = [
        Field("key", shown: .text("key")) { .string($0.key) },
        Field("value", shown: .text("value", isFlexible: true), as: { $0.value ?? "–" }) { .text($0.value) },
        Field("evidence", shown: .text("evidence", isFlexible: true)) { .string($0.evidence) },
    ]
}

extension CommandError {
    /// An answer to `init` that nothing can be learned from.
    init(ofInit error: SourceError) {
        let failure = error.failure
        let place = failure.url.map { " (\($0))" } ?? ""
        let advice: String? =
            switch failure.status ?? 0 {
            case 401, 403: "sign in with --header, see “help init”"
            case 404, 410: "is the URL right?"
            case _ where failure.retryAt != nil: failure.shownAdvice()
            case 405: "does the list have to be asked for with --body?"
            default: failure.advice ?? Self.advice(for: failure.code)
            }
        self.init(ExitStatus(ofProbe: failure), failure.message + place, advice: advice, code: failure.code.rawValue)
    }

    private static func advice(for code: SyncFailure.Code) -> String? {
        switch code {
        case .connection, .timeout, .tls: "is the URL right, and the server running?"
        case .malformed: "give the URL of a list in JSON"
        case .redirect: "give the URL that it leads to"
        case .tooLarge: "ask for a smaller page in the URL"
        case .httpStatus, .paginationLoop, .storage, .interrupted: "is the URL right?"
        }
    }
}
