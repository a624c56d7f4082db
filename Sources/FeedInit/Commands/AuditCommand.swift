import ArgumentParser
import FeedCache
import FeedModel
import FeedShell
import FeedSource
import TerminalKit

struct AuditCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Find what is wrong with a list API, with the requests that show it.",
        discussion: """
            Reads the list at most three times, with at most 200 requests, stores no item and needs no database. Each \
            finding has its severity, what it costs an app, the requests that show it, and what mends it. Without findings \
            the exit code is 0, with some it is 3; where the server does not answer, it is that of sync. Of a URL the \
            manifest is what init would write, and is printed at the end; of a collection the lines that mend it are. With \
            --format markdown it is a report for those who make the API.
            """)
    static let example = "audit photos"
    static var isPaged: Bool { true }

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp(
            "The collection to audit, or the URL of a list; without one, all collections.", valueName: "collection"),
        completion: .collections)
    var name: String?

    @Option(help: ArgumentHelp("A header to send to the URL, such as 'Accept: application/json'.", valueName: "line"))
    var header: [String] = []

    private var url: String? { name.flatMap { $0.contains("://") ? $0 : nil } }

    func validate() throws {
        if url == nil, !header.isEmpty {
            throw ValidationError("--header needs a URL; a manifest has [source.headers]")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let report: AuditReport
        do {
            report = try await self.report(in: shell)
        } catch let error as SourceError {
            let failed = CommandError(ofInit: error)
            if shared.quiet, error.failure.reach == .unreached { return failed.status }
            throw failed
        }
        let failures = report.audits.compactMap { $0.evidence.failure?.failure }
        let failed = ExitStatus(
            of: failures, hasPage: report.audits.contains { $0.evidence.walks.contains { !$0.pages.isEmpty } })
        let hasFindings = report.audits.contains { !$0.findings.isEmpty }
        let isUnsaid = shared.quiet && report.audits.allSatisfy { $0.evidence.failure?.failure.reach == .unreached }
        return try shell.conclude(
            with: hasFindings && failed == .done ? .partlyDone : failed,
            reporting: isUnsaid ? [] : report.audits.flatMap { $0.errorLines(isQuiet: shared.quiet) }
        ) { try shell.show(report, shared) }
    }

    private func report(in shell: Shell) async throws -> AuditReport {
        let begin = { (name: String) in shell.say("auditing \(name) …", shared) }
        guard let url else {
            let manifest = try shell.manifest(shared.source)
            let dependencies = shell.dependencies(of: manifest)
            let auditor = Auditor(source: try await dependencies.resolved(manifest), dependencies: dependencies)
            let audits = try await auditor.audit(name, begin: begin)
            for audit in audits where audit.findings.isEmpty && audit.evidence.isSteady {
                let fingerprint = audit.evidence.spec.fingerprint(source: auditor.source)
                shell.noteProof("an audit read it twice, and found nothing", of: audit.name, as: fingerprint, shared)
            }
            return AuditReport(audits: audits, manifest: nil)
        }
        let file = "feed.toml"
        let dependencies = shell.dependencies(
            of: try ManifestProposer.firstManifest(url: url, headers: header, file: file))
        let outcome = try await ManifestProposer(url: url, headers: header, file: file, dependencies: dependencies)
            .propose()
        let environment = dependencies.environment.merging(outcome.proposal.source.secrets) { $1 }
        let source = try Manifest(toml: outcome.text, file: file).resolved(environment: environment)
        let auditor = Auditor(source: source, dependencies: dependencies)
        return AuditReport(audits: try await auditor.audit(nil, begin: begin), manifest: outcome.text)
    }
}

extension Shell {
    fileprivate func show(_ report: AuditReport, _ options: SharedOptions) throws {
        switch options.mode {
        case .table:
            for (number, audit) in report.audits.enumerated() {
                if number > 0 { try output.line("") }
                try show("\(audit.name): \(audit.summary)", .bold, options)
                for finding in audit.findings { try show(finding, options) }
            }
            if !report.ending.isEmpty { try output.line("") }
            for line in report.ending { try output.line(TerminalSanitizer.line(line)) }
        case .markdown: for line in report.markdown { try output.line(line) }
        case .json: try show(report.json)
        default:
            let records = report.audits.flatMap { audit in
                audit.findings.map { finding in
                    JSONValue.object([("collection", .string(audit.name))] + finding.json.members)
                }
            }
            try show(.array(records), options) {}
        }
    }

    private func show(_ finding: AuditFinding, _ options: SharedOptions) throws {
        let tone: Tone = finding.defect.severity == .high ? .bad : .warning
        try output.line("")
        try show("\(finding.defect.severity): \(finding.found) (\(finding.defect.code))", tone, options)
        try show("costs: \(finding.defect.cost)", .plain, options)
        for proof in finding.proofs {
            try output.line("  " + TerminalSanitizer.line(proof.curl))
            try output.line("    " + TerminalSanitizer.line(proof.answer))
        }
        try show("mends it: \(finding.defect.mend)", .plain, options)
    }
}

extension ListAudit {
    /// What failed; with --quiet also that something was found.
    fileprivate func errorLines(isQuiet: Bool) -> [ErrorLine] {
        if let failure = evidence.failure?.failure {
            return [ErrorLine(failure, of: name, hasAnswered: evidence.walks.contains { !$0.pages.isEmpty })]
        }
        if !isQuiet || findings.isEmpty { return [] }
        return [ErrorLine("audit_findings", "\(name): \(summary)", advice: "see them without --quiet")]
    }
}
