import FeedModel
import FeedSource
import FeedStore

/// The parts of a sync that are younger than it asks about: nothing is requested for them.
///
/// A part is young where its last success is, and was one under the manifest and the header values of now. A success later
/// than now, by a clock that was put back, says nothing.
struct YoungParts {
    private var sections: SectionsReport?
    private var collections: [CollectionReport] = []
    private(set) var old: [CollectionSpec] = []
    let asksForSections: Bool
    /// The whole report where nothing is to be requested or delivered.
    private(set) var wholeReport: SyncReport?
    private let names: [String]

    /// - Parameters:
    ///   - age: nil: nothing is young.
    ///   - delivers: whether events that wait are a part of it.
    init(
        within age: Duration?, of specs: [CollectionSpec], from source: ResolvedSource, asksForSections: Bool,
        delivers: Bool, in cache: FeedEngine
    ) throws {
        names = specs.map(\.name)
        guard let age else {
            (old, self.asksForSections) = (specs, asksForSections)
            return
        }
        let (successes, config, revision, waits, run) = try cache.read { snapshot in
            try (
                snapshot.reader.successes(isWhole: true), snapshot.reader.lastSectionsSuccess(),
                snapshot.reader.sectionRevision()?.number, snapshot.reader.outbox().pending > 0,
                snapshot.lastRun()
            )
        }
        let digests = try HeaderDigests(source, in: cache.database)
        let now = cache.dependencies.now()
        func isYoung(_ success: Instant?) -> Bool {
            success.map { $0 <= now && now.duration(since: $0) < age } ?? false
        }
        for spec in specs {
            if let last = successes[spec.name], isYoung(last.at), last.fingerprint == digests.fingerprint(of: spec) {
                collections.append(CollectionReport(name: CollectionName(spec.name), outcome: .unchanged))
            } else {
                old.append(spec)
            }
        }
        let isConfigYoung = asksForSections && isYoung(config)
        if isConfigYoung { sections = SectionsReport(outcome: .unchanged, revision: revision) }
        self.asksForSections = asksForSections && !isConfigYoung
        guard old.isEmpty, !self.asksForSections, !delivers || !waits else { return }
        wholeReport = SyncReport(run: run, sections: sections, collections: collections)
    }

    /// The report of what was requested, with these parts in it. They are not in the ledger: it would call them a success of
    /// now.
    func added(to report: SyncReport) -> SyncReport {
        var report = report
        report.sections = report.sections ?? sections
        let reports = Dictionary((report.collections + collections).map { ($0.name.text, $0) }) { first, _ in first }
        report.collections = names.compactMap { reports[$0] }
        return report
    }
}
