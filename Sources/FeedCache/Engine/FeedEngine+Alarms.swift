package import FeedModel
import FeedSource
import FeedStore

/// What is to be said of trouble after a run, by the names of the parts: those of collections, `SyncReport.sectionsPart`
/// and `SyncReport.eventsPart`.
package struct AlarmNews: Equatable, Sendable {
    /// The parts whose trouble counts, reported now or before.
    package var alarmed: Set<String> = []
    package var reported: Set<String> = []
    /// The parts that are well again for a while after they were reported, in order.
    package var over: [String] = []
    /// The earliest last success among the parts to be reported but events; nil where one of them was never well.
    package var lastSuccess: Instant?
    /// The warnings that are to be said now, of `CollectionReport.namedWarnings`.
    package var warnings: Set<String> = []
    /// What is to be remembered of each part, once all that was said; nil for nothing.
    fileprivate var states: [String: AlarmRule.State?] = [:]
}

extension FeedEngine {
    /// What is to be said of a run's trouble. A warning is said when it begins, and once a day while it lasts.
    ///
    /// - Parameters:
    ///   - rule: when trouble is reported; nil where only warnings are looked at.
    ///   - isWhole: whether the run was over all parts of the source.
    package func alarms(of report: SyncReport, by rule: AlarmRule?, isWhole: Bool) throws -> AlarmNews {
        let known = try sourceStore().alarms()
        var news = AlarmNews()
        if let rule {
            var troubles = report.troubles
            for (part, state) in known where !state.isOfWarning && !troubles.contains(where: { $0.part == part }) {
                if part == SyncReport.eventsPart {
                    // Without events nothing fails.
                    if state.well != nil { troubles.append((part, nil)) }
                } else if isWhole {
                    // What the manifest no longer has is no trouble any more.
                    news.states[part] = .some(nil)
                }
            }
            try judge(troubles, by: rule, known, &news)
        }
        let warnings = Set(report.namedWarnings)
        let parts = warnings.union(known.filter { $0.value.isOfWarning }.keys)
        let verdicts = AlarmRule(after: Double(AlarmRule.repetition)).verdicts(
            on: Dictionary(uniqueKeysWithValues: parts.map { ($0, warnings.contains($0) ? .warning : nil) }),
            states: known, now: dependencies.now())
        for (part, verdict) in verdicts {
            news.states[part] = verdict.state
            if verdict.isReported { news.warnings.insert(part) }
        }
        return news
    }

    /// What is to be said where another sync is running, so that these collections could not be synced; all without names.
    package func alarmsWhileBusy(_ names: [String], by rule: AlarmRule) throws -> AlarmNews {
        let parts = names.isEmpty ? manifest.collections.map(\.name) : names
        var news = AlarmNews()
        try judge(parts.map { ($0, .passing) }, by: rule, sourceStore().alarms(), &news)
        return news
    }

    /// Remembers, for the next run, what was said. A program that ends before says it again.
    package func note(_ news: AlarmNews) throws {
        guard !news.states.isEmpty else { return }
        try sourceStore().updateAlarms { states in
            for (part, state) in news.states { states[part] = state }
        }
    }

    private func judge(
        _ troubles: [(part: String, trouble: Trouble?)], by rule: AlarmRule, _ known: [String: AlarmRule.State],
        _ news: inout AlarmNews
    ) throws {
        let successes = try read { snapshot in
            var successes = try snapshot.reader.successes().mapValues(\.at)
            successes[SyncReport.sectionsPart] = try snapshot.reader.lastSectionsSuccess()
            return successes
        }
        let verdicts = rule.verdicts(
            on: Dictionary(troubles.map { ($0.part, $0.trouble) }) { first, _ in first },
            lastSuccesses: successes, states: known, now: dependencies.now())
        for (part, _) in troubles {
            guard let verdict = verdicts[part] else { continue }
            news.states[part] = verdict.state
            if verdict.isAlarm { news.alarmed.insert(part) }
            if verdict.isReported { news.reported.insert(part) }
            if verdict.isOver { news.over.append(part) }
        }
        // When events were last delivered is not known.
        let reported = news.reported.subtracting([SyncReport.eventsPart]).map { successes[$0] }
        if !reported.contains(nil) { news.lastSuccess = reported.compactMap(\.self).min() }
    }
}

extension AlarmRule.State {
    fileprivate var isOfWarning: Bool { kind == Trouble.warning.kind }
}
