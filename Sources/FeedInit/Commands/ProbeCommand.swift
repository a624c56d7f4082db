import ArgumentParser
import FeedCache
import FeedModel
import FeedShell
import FeedSource
import TerminalKit

struct ProbeCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Show what the manifest finds on two pages of a collection, and what is suspicious.",
        discussion: """
            Asks for the first two pages of the collection, or of each, and for what should not be there: a page before \
            the first, and one after the last by the total. It stores no item, and needs no database; where there is one, \
            “status” says what was proved. What is suspicious may be right: it makes no other exit code. Where the server \
            does not answer, or the manifest finds no items, the exit code is that of sync.
            """)
    static let example = "probe photos"
    static var isPaged: Bool { true }

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The collection to look at; without one, all.", valueName: "collection"),
        completion: .collections)
    var name: String?

    func run(in shell: Shell) async throws -> ExitStatus {
        let manifest = try shell.manifest(shared.source)
        let prober = ManifestProber(manifest: manifest, dependencies: shell.dependencies(of: manifest))
        let probes = try await prober.probe(name)
        let status = ExitStatus(
            of: probes.compactMap { $0.failure?.failure },
            hasPage: probes.contains { probe in probe.pages.contains { $0.page != nil } })
        for probe in probes where probe.failure == nil && (probe.proof != nil || !probe.suspicions.isEmpty) {
            shell.noteProof(probe.proof, of: probe.name, as: probe.fingerprint, shared)
        }
        let isUnsaid = shared.quiet && probes.allSatisfy { $0.failure?.failure.reach == .unreached }
        return try shell.conclude(with: status, reporting: isUnsaid ? [] : probes.compactMap(\.errorLine)) {
            try shell.show(.array(probes.map(\.json)), shared) {
                for (number, probe) in probes.enumerated() {
                    if number > 0 { try shell.output.line("") }
                    try shell.show(probe, shared)
                }
            }
        }
    }
}

extension Shell {
    fileprivate func show(_ probe: CollectionProbe, _ options: SharedOptions) throws {
        let counts = probe.pages.map { $0.page.map { "\($0.itemCount)" } ?? "no" }
        let pages = counts.isEmpty ? "no page" : counts.count.of("page")
        let items = counts.isEmpty ? "" : ", \(counts.joined(separator: " and ")) items"
        try show("\(probe.name): \(pages)\(items)", .bold, options)
        if !probe.pages.isEmpty { try show(PathFinding.fields.table(of: probe.findings), options) }
        for suspicion in probe.suspicions { try show("suspicious: \(suspicion.message)", .warning, options) }
        if probe.suspicions.isEmpty, probe.failure == nil { try show("nothing suspicious", .dim, options) }
        if let proof = probe.proof { try show("reads the whole list: \(proof)", .dim, options) }
    }
}

extension CollectionProbe {
    /// What is said where there are not two pages to look at.
    fileprivate var errorLine: ErrorLine? {
        failure.map { ErrorLine($0.failure, of: name, hint: hint, hasAnswered: pages.contains { $0.page != nil }) }
    }

    fileprivate var json: JSONValue {
        let pages = pages.map { page in
            JSONValue.object([
                ("url", .string(page.content.url.redacted)), ("items", .number(page.page?.itemCount)),
                ("bytes", .number(page.content.body.count)), ("total", .number(page.metadata?.reportedTotal)),
                ("has_next", .bool(page.next != nil)),
            ])
        }
        let suspicions = suspicions.map { suspicion in
            JSONValue.object([("code", .string(suspicion.kind.rawValue)), ("message", .string(suspicion.message))])
        }
        return .object([
            ("collection", .string(name)), ("pages", .array(pages)),
            ("paths", .array(findings.map(PathFinding.fields.object))), ("suspicious", .array(suspicions)),
            ("proof", .text(proof)), ("error", failure?.failure.json ?? .null), ("hint", .text(hint)),
        ])
    }
}

extension PathFinding {
    fileprivate static let fields: Fields<PathFinding> = [
        Field("key", shown: .text("key")) { .string($0.key) },
        Field("path", shown: .text("path", isFlexible: true)) { .string($0.path) },
        Field("found", shown: .text("found"), as: { "\($0.found) of \($0.total)" }) { .number($0.found) },
        Field("of") { .number($0.total) },
        Field("sample", shown: .text("sample", isFlexible: true)) { .text($0.sample) },
    ]
}

extension ErrorLine {
    /// - Parameters:
    ///   - list: its name.
    ///   - hint: what to do, where that is known better than by the failure; nil for nothing.
    ///   - hasAnswered: whether a page of the list was read.
    init(_ failure: SyncFailure, of list: String, hint: String? = nil, hasAnswered: Bool) {
        let place = failure.url.map { " (\($0))" } ?? ""
        self.init(
            failure.code.rawValue, "\(list): \(failure.message)\(place)",
            advice: hint ?? failure.shownAdvice(hasAnswered: hasAnswered))
    }
}

extension ExitStatus {
    /// What asking for lists comes to, where nothing is stored.
    ///
    /// - Parameters:
    ///   - failures: one for each list that could not be read to where it should be.
    ///   - hasPage: whether a page of any list was read.
    init(of failures: [SyncFailure], hasPage: Bool) {
        if failures.isEmpty {
            self = .done
        } else if hasPage {
            self = .partlyDone
        } else if failures.allSatisfy({ $0.retryAt != nil }) {
            self = .comeBackLater
        } else {
            self.init(ofFailures: failures)
        }
    }
}
