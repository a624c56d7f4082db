import FeedCache
import TerminalKit

/// What a run did, for people.
enum RunTable {
    static func table(of report: RunReport) -> Table {
        var table = Table(columns: [
            .text("collection", isFlexible: true), .text("outcome").toned(Tone.ofOutcome), .number("pages"),
            .number("new"),
            .number("changed"), .number("same"), .number("removed"), .text("notes", isFlexible: true),
        ])
        if let sections = report.sections {
            table.rows.append([
                "(sections)", sections.outcome.rawValue, "", "", "", "", "",
                sections.revision.map { "revision \($0)" } ?? "",
            ])
        }
        table.rows += report.collections.map(row)
        if let events = report.events {
            let outcome: CollectionOutcome =
                events.isDeferred ? .deferred : events.failure == nil ? .complete : .failed
            table.rows.append(["(events)", outcome.rawValue, "", "", "", "", "", events.summary])
        }
        return table
    }

    private static func row(_ report: CollectionReport) -> [String] {
        let items = report.items
        return [
            report.name, report.outcome.rawValue, "\(report.pages)", "\(items.inserted)", "\(items.updated)",
            "\(items.unchanged)", "\(items.removed)", notes(report).joined(separator: ", "),
        ]
    }

    private static func notes(_ report: CollectionReport) -> [String] {
        var notes: [String] = []
        if report.mode == .delta { notes.append("delta") }
        if report.drift { notes.append("the list moved") }
        if report.items.stale > 0 { notes.append("\(report.items.stale) stale") }
        if report.items.rejected > 0 { notes.append("\(report.items.rejected) rejected") }
        return notes
    }
}

extension RunReport {
    /// A line for each thing that did not go well. Parts that failed alike share one: without a network every
    /// collection fails, and one line says it all.
    var failureMessages: [String] {
        var lines: [(message: String, parts: [(name: String, url: String?)], suffix: String)] = []
        for (name, failure, hasAnswered, suffix) in failures {
            let message = failure.message + (failure.waiting ?? failure.advice(hasAnswered: hasAnswered))
            if let index = lines.firstIndex(where: { $0.message == message && $0.suffix == suffix }) {
                lines[index].parts.append((name, failure.url))
            } else {
                lines.append((message, [(name, failure.url)], suffix))
            }
        }
        return lines.map { line in
            let url = line.parts.count == 1 ? line.parts[0].url.map { " (\($0))" } ?? "" : ""
            return "\(line.parts.map(\.name).joined(separator: ", ")): \(line.message)\(url)\(line.suffix)"
        } + collections.flatMap { report in report.warnings.map { "\(report.name): \($0)" } } + eventFailureMessages
    }

    /// Events that wait because the server asked for it are in `status`, not here.
    private var eventFailureMessages: [String] {
        events.map { $0.isDeferred ? [] : $0.failureMessages } ?? []
    }

    private var failures: [(name: String, failure: SyncFailure, hasAnswered: Bool, suffix: String)] {
        let sections =
            sections?.failure.map { [("sections", $0, false, $0.isInterruption ? "; sync again" : "")] } ?? []
        return sections
            + collections.compactMap { report in
                if report.outcome == .suspiciousShrink {
                    let message = "the list shrank by more than half, nothing was removed yet"
                    return (
                        report.name, SyncFailure(code: .malformed, message: message), true,
                        ": sync again to confirm, or use --allow-shrink"
                    )
                }
                return report.failure.map { (report.name, $0, report.pages > 0, Self.suffix(of: report, $0)) }
            }
    }

    /// What comes of a failure, and where more is said about it.
    private static func suffix(of report: CollectionReport, _ failure: SyncFailure) -> String {
        if report.outcome == .interrupted { return "; the next sync goes on from here" }
        if failure.isInterruption { return "; sync again" }
        // Only what was set aside is in the list of problems.
        guard failure.code == .malformed, report.items.rejected > 0 else { return "" }
        let isQuestion = failure.message.hasSuffix("?") || !failure.advice(hasAnswered: report.pages > 0).isEmpty
        return isQuestion ? " see “problems”" : "; see “problems”"
    }
}

extension SyncFailure {
    /// What to do, to follow the message; empty where the message says it.
    ///
    /// - Parameter hasAnswered: whether the same server has given pages of the list before in this run: what the manifest
    ///   says of it is right then.
    func advice(hasAnswered: Bool = false) -> String {
        switch code {
        case _ where isInterruption: ""
        case .connection, .timeout: message.contains("?") ? "" : "; is the server running? sync again later"
        case .tls: message.contains("?") ? "" : "; is base_url right, and the server’s certificate valid?"
        case .httpStatus: message.contains("?") ? "" : statusAdvice(hasAnswered: hasAnswered)
        case .redirect: "; give the manifest the address it leads to"
        case .malformed:
            message.contains("?") || message.contains("again")
                ? "" : "; do the manifest’s paths fit the answer?"
        case .tooLarge: "; ask for smaller pages, or raise it"
        case .paginationLoop: "; does the manifest’s paging fit the server?"
        case .storage: "; look at the database’s permissions and the space left"
        }
    }

    private func statusAdvice(hasAnswered: Bool) -> String {
        switch status ?? 0 {
        case 401, 403: ""
        case 408, 429, 500...599: "; sync again later"
        case _ where hasAnswered: "; sync again later"
        default: "; are base_url and path right in the manifest?"
        }
    }

    /// Until when the server asked to wait, to follow the message; empty where the message says it, nil where it did not.
    var waiting: String? {
        retryAt.map { until in message.contains("\(until)") ? "" : "; asked to wait until \(until)" }
    }
}

extension Tone {
    /// How the outcome of a collection or a run looks in a table, by its name: only what needs attention is coloured.
    @Sendable static func ofOutcome(_ name: String) -> Tone {
        switch name {
        case RunOutcome.failed.rawValue: .bad
        case RunOutcome.partial.rawValue, RunOutcome.deferred.rawValue, CollectionOutcome.interrupted.rawValue,
            CollectionOutcome.suspiciousShrink.rawValue:
            .warning
        default: .plain
        }
    }
}
