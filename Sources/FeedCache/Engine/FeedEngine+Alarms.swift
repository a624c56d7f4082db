package import FeedModel
import FeedSource
import FeedStore

/// What is to be said of trouble after a run, by the names of the parts: those of collections, `RunReport.sectionsPart`
/// and `RunReport.eventsPart`.
package struct AlarmNews: Equatable, Sendable {
    /// The parts whose trouble counts, reported now or before.
    package var alarmed: Set<String> = []
    /// Those of them that are to be reported now.
    package var reported: Set<String> = []
    /// The parts that are well again after they were reported, in order.
    package var over: [String] = []
    /// The earliest last success among the parts to be reported; nil where one of them was never well.
    package var lastSuccess: Instant?
}

extension FeedEngine {
    /// What is to be said of a run's trouble; the ledger remembers it for the next run.
    ///
    /// - Parameters:
    ///   - rule: when trouble is reported.
    ///   - isWhole: whether the run was over all parts of the source.
    /// - Throws: `StoreError`.
    package func alarms(of report: RunReport, by rule: AlarmRule, isWhole: Bool) throws -> AlarmNews {
        try alarms(report.troubles, by: rule, isWhole: isWhole)
    }

    /// What is to be said where another sync is running, so that these collections could not be synced; all without names.
    ///
    /// - Throws: `StoreError`.
    package func alarmsWhileBusy(_ names: [String], by rule: AlarmRule) throws -> AlarmNews {
        let parts = names.isEmpty ? manifest.collections.map(\.name) : names
        return try alarms(parts.map { ($0, .passing) }, by: rule, isWhole: false)
    }

    private func alarms(
        _ troubles: [(part: String, trouble: Trouble?)], by rule: AlarmRule, isWhole: Bool
    ) throws -> AlarmNews {
        let now = dependencies.now()
        let successes = try read { try $0.reader.lastSuccesses() }
        var news = AlarmNews()
        try sourceStore().updateAlarms { states in
            news = AlarmNews()
            // What the manifest no longer has is no trouble any more. Events are only there while some wait.
            if isWhole { states = states.filter { state in troubles.contains { $0.part == state.key } } }
            for (part, trouble) in troubles {
                let verdict = rule.verdict(
                    on: trouble, lastSuccess: successes[part], state: states[part], now: now)
                states[part] = verdict.state
                if verdict.isAlarm { news.alarmed.insert(part) }
                if verdict.isReported { news.reported.insert(part) }
                if verdict.isOver { news.over.append(part) }
            }
        }
        let reported = news.reported.map { successes[$0] }
        if !reported.contains(nil) { news.lastSuccess = reported.compactMap(\.self).min() }
        return news
    }
}
