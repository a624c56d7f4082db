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
    var complaints: [String] {
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
        } + collections.flatMap { report in report.warnings.map { "\(report.name): \($0)" } } + eventComplaints
    }

    /// That events wait as they were told to is no news: `status` tells it.
    private var eventComplaints: [String] {
        events.map { $0.isDeferred ? [] : $0.complaints } ?? []
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
