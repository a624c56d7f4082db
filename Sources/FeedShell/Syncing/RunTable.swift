import FeedModel
import TerminalKit

enum RunTable {
    static func table(of report: SyncReport) -> Table {
        var table = Table(columns: [
            .text("collection", isFlexible: true), .text("outcome", tone: Tone.ofOutcome), .number("pages"),
            .number("new"), .number("changed"), .number("same"), .number("removed"), .text("notes", isFlexible: true),
        ])
        if let sections = report.sections {
            table.rows.append([
                "(sections)", sections.outcome.rawValue, "", "", "", "", "",
                sections.revision.map { "revision \($0)" } ?? "",
            ])
        }
        table.rows += report.collections.map(row)
        if let assets = report.assets, !assets.isEmpty {
            let isFailed = assets.failed > 0 && assets.stored + assets.unchanged == 0
            let outcome: CollectionOutcome = isFailed ? .failed : .complete
            table.rows.append([
                "(pictures)", outcome.rawValue, "", "\(assets.stored)", "", "\(assets.unchanged)", "",
                assets.failed == 0 && assets.left > 0
                    ? "no room for \(assets.left)"
                    : [(assets.failed, "failed"), (assets.left, "left")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
                        .joined(separator: ", "),
            ])
        }
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
            report.name.text, report.outcome.rawValue, "\(report.pages)", "\(items.inserted)", "\(items.updated)",
            "\(items.unchanged)", "\(items.removed)", notes(report).joined(separator: ", "),
        ]
    }

    private static func notes(_ report: CollectionReport) -> [String] {
        var notes: [String] = []
        if report.mode == .delta { notes.append("delta") }
        if report.drift { notes.append("the list moved") }
        if report.items.stale > 0 { notes.append("\(report.items.stale) stale") }
        if report.items.rejected > 0 { notes.append("\(report.items.rejected) rejected") }
        if let details = report.details {
            if details.stored > 0 { notes.append(details.stored.of("detail")) }
            if details.failed > 0 { notes.append("\(details.failed.of("detail")) failed") }
        }
        return notes + report.waiting.map(\.message)
    }
}

extension Tone {
    /// How the outcome of a collection or a run looks in a table, by its name: only what needs attention is coloured.
    @Sendable static func ofOutcome(_ name: String) -> Tone {
        switch name {
        case SyncOutcome.failed.rawValue: .bad
        case SyncOutcome.partial.rawValue, SyncOutcome.deferred.rawValue, CollectionOutcome.interrupted.rawValue,
            CollectionOutcome.suspiciousShrink.rawValue:
            .warning
        default: .plain
        }
    }
}
