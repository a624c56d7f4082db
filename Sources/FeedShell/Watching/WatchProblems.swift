import FeedCache
import FeedModel

/// What keeps the source from being read well, round after round: each thing is said once when it begins, and its end
/// once.
struct WatchProblems {
    private struct Trouble: Hashable {
        let part: String
        let outcome: CollectionOutcome
        let code: SyncFailure.Code?
    }

    private var known: Set<Trouble> = []
    private var isOffline = false

    mutating func news(of report: SyncReport) -> [ErrorLine] {
        // Without a network nothing is learned of what was wrong before.
        if report.isUnreachable {
            defer { isOffline = true }
            let lines = report.errorLines
            guard !isOffline, let first = lines.first else { return [] }
            let text = lines.map(\.line).joined(separator: "; ")
            return [ErrorLine(first.code, "offline, trying again: \(text)")]
        }
        defer { isOffline = false }
        let troubles = Self.troubles(of: report)
        let begun = Set(troubles.subtracting(known).map(\.part))
        let ended = Set(known.map(\.part)).subtracting(troubles.map(\.part)).sorted()
        known = troubles
        let lines = (isOffline ? [ErrorLine("over", "back online")] : []) + ErrorLine.wellAgain(ended)
        return lines + report.only(begun.union([SyncReport.eventsPart])).errorLines
    }

    private static func troubles(of report: SyncReport) -> Set<Trouble> {
        Set(
            report.parts.filter { !$0.outcome.isSuccess }.map { part in
                // “Asked to wait” and “still waiting” are one problem.
                let outcome = part.outcome == .deferred ? .failed : part.outcome
                return Trouble(part: part.name, outcome: outcome, code: part.failure?.code)
            })
    }
}

extension SyncReport {
    /// Whether something failed, and all that did because there is no way to the server.
    fileprivate var isUnreachable: Bool {
        parts.filter { $0.outcome == .failed || $0.outcome == .interrupted }.compactMap(\.failure).areUnreached
    }
}

extension ErrorLine {
    static func wellAgain(_ parts: [String]) -> [ErrorLine] {
        let names = parts.map(SyncReport.shownName).joined(separator: ", ")
        return parts.isEmpty ? [] : [ErrorLine("over", "\(names): well again")]
    }
}
