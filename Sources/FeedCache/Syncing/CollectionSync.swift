import FeedModel
import FeedSource
import FeedStore

/// Syncs one collection in one run: by delta where it can, else by a walk, which goes on where the last one stopped.
struct CollectionSync: Sendable {
    /// An interrupted walk is continued for this many seconds; then the list has moved too far.
    static let resumeSeconds: Int64 = 3_600
    /// After this many seconds with nothing but 304 a walk asks for everything, so that a server that is stuck on 304
    /// heals.
    static let healSeconds: Int64 = 7 * 86_400

    let spec: CollectionSpec
    let collection: CollectionStore
    let context: RunContext

    var walkStore: WalkStore { collection.walk(in: context.run.id) }
    var fingerprint: String { spec.fingerprint(source: context.manifest.source) }

    /// Syncs; every way it can end is a report.
    func sync() async throws -> CollectionReport {
        let state = try collection.syncState()
        if let deferred = deferred(state) { return deferred }
        let walk = try walkStore.state()
        if let since = deltaStart(state, walk: walk) {
            if let report = try await DeltaSync(sync: self, since: since).run() { return report }
            // The server refuses the delta: the whole list, once.
            return try await self.walk(state, resuming: nil)
        }
        return try await self.walk(state, resuming: walk)
    }

    /// The report of a collection that is not asked for, since its server said to wait or failed too often; nil where
    /// it may be asked.
    func deferred(_ state: CollectionSyncState, mode: SyncMode = .full) -> CollectionReport? {
        guard let wait = state.wait, Patience.stands(wait, at: context.now()), !context.options.ignoresWaits
        else { return nil }
        return CollectionReport(
            name: spec.name, outcome: .deferred, mode: mode,
            failure: SyncFailure(
                code: .httpStatus, message: "not asked before \(wait.until): \(wait.reason)", retryAt: wait.until))
    }

    /// Where a delta starts; nil where the list has to be walked.
    private func deltaStart(_ state: CollectionSyncState, walk: WalkState?) -> DeltaStart? {
        guard let delta = spec.delta, !context.options.isFull, state.isWhole, !state.isHeldBack,
            state.fingerprint == fingerprint, walk?.isOpen != true || walk?.kind == .browse,
            let greatest = state.greatestVersion
        else { return nil }
        return DeltaStart(greatest: greatest, delta: delta)
    }

    // MARK: Walking

    private func walk(_ state: CollectionSyncState, resuming old: WalkState?) async throws -> CollectionReport {
        var report = CollectionReport(name: spec.name, outcome: .complete)
        var tally = ListWalk.Tally()
        do {
            if let old, canResume(old) {
                do {
                    return try await self.walk(old, state, &tally, &report)
                } catch let error as SourceError where tally.pages == 0 && refusesCursor(error) {
                    // The server no longer knows where we were: from the start.
                }
            }
            let fresh = try walkStore.begin(
                kind: .sync, fingerprint: fingerprint, first: spec.paging.firstPage.text, now: context.now())
            return try await self.walk(fresh, state, &tally, &report)
        } catch {
            return try failed(error, tally: tally, report: report)
        }
    }

    private func walk(
        _ walk: WalkState, _ state: CollectionSyncState, _ tally: inout ListWalk.Tally,
        _ report: inout CollectionReport
    ) async throws -> CollectionReport {
        let listWalk = ListWalk(
            fetcher: PageFetcher(spec: spec, context: context), store: walkStore,
            isUnconditional: isUnconditional(state, walk), pageLimit: nil)
        try await listWalk.run(from: walk, tally: &tally)
        return try await end(tally: tally, state: state, report: report)
    }

    private func canResume(_ walk: WalkState) -> Bool {
        walk.isOpen && walk.kind == .sync && walk.fingerprint == fingerprint && !context.options.isFull
            && isWithin(Self.resumeSeconds, of: walk.advanced)
    }

    /// Whether it is not longer ago than that. What seems to lie ahead was noted by a clock that has been put back: nobody
    /// knows how long ago it was.
    private func isWithin(_ seconds: Int64, of past: Instant) -> Bool {
        (past..<past.advanced(bySeconds: seconds)).contains(context.now())
    }

    private func refusesCursor(_ error: SourceError) -> Bool {
        guard let status = error.status else { return false }
        return [400, 404, 410, 422].contains(status)
    }

    /// Whether a walk asks for its pages without validators. It is the same question, with the same answer, when the
    /// walk goes on in a later run: only a walk that was whole pays what is due.
    private func isUnconditional(_ state: CollectionSyncState, _ walk: WalkState) -> Bool {
        context.options.isFull || isDue(state, walk)
    }

    private func isDue(_ state: CollectionSyncState, _ walk: WalkState) -> Bool {
        guard let last = state.unconditional else { return state.isWhole }
        return Self.isHealingDue(at: walk.started, since: last)
    }

    /// Whether what was last asked for without validators is a week old by now, or, by a clock that was put back, younger
    /// than now.
    static func isHealingDue(at now: Instant, since last: Instant) -> Bool {
        now >= last.advanced(bySeconds: healSeconds) || now < last
    }

    // MARK: Ending

    /// Deals with a walk that stopped without an error: at its end, or at its page limit.
    func end(
        tally: ListWalk.Tally, state: CollectionSyncState, report: CollectionReport
    ) async throws -> CollectionReport {
        var report = report
        report.pages = tally.pages
        report.items = tally.counts
        guard let walk = try walkStore.state(), walk.isOpen else { return report }
        if tally.isListUnchanged {
            report.outcome = .unchanged
            try walkStore.abandon(walk: walk.number, because: nil, now: context.now())
            return report
        }
        var hasChanges = tally.hasChanges
        report.drift = walk.drift != nil
        if walk.next == nil {
            let end = try walkStore.finish(
                walk: walk.number, drift: try await lateDrift(walk), allowsShrink: context.options.allowsShrink,
                sequence: try context.numbers.next(), now: context.now())
            report.items.removed += end.removed
            report.drift = end.drift != nil
            if isUnconditional(state, walk) || !state.isWhole {
                try collection.noteUnconditional(started: walk.started)
            }
            // What is kept for one more walk stands behind the rest by now.
            let hasKept = try walkStore.countAbsent(walk: walk.number) > 0
            hasChanges = hasChanges || end.removed > 0 || hasKept || !state.isWhole
            if end.isHeldBack {
                report.outcome = .suspiciousShrink
                return report
            }
        }
        report.outcome = hasChanges ? .complete : .unchanged
        return report
    }

    /// What makes a whole walk's absences doubtful that its pages did not show: it took too long, or its first page is
    /// another one by now, so that items may have slid past it.
    private func lateDrift(_ walk: WalkState) async throws -> String? {
        guard try walkStore.countAbsent(walk: walk.number) > 0 else { return nil }
        if !isWithin(2 * Self.resumeSeconds, of: walk.started) {
            return "the walk took more than two hours"
        }
        guard spec.paging.isPositional, walk.pages > 1, walk.drift == nil else { return nil }
        let fetcher = PageFetcher(spec: spec, context: context)
        let (_, request) = try fetcher.request(for: spec.paging.firstPage)
        do {
            let validator =
                context.options.isFull ? nil : try walkStore.validator(forPage: 1, request: request)
            let page = try await fetcher.fetch(spec.paging.firstPage, validator: validator)
            guard case .content(let content, _, _, _) = page.answer else { return nil }
            return try walkStore.isFirstPage(content) ? nil : "the first page changed while the list was read"
        } catch let error as SourceError where error.retryAt == nil {
            return "the first page could not be asked for again (\(error.message))"
        }
    }

    /// A walk that broke off: what it brought stays, and says so.
    func failed(_ error: any Error, tally: ListWalk.Tally, report: CollectionReport) throws -> CollectionReport {
        var report = report
        report.pages = tally.pages
        report.items = tally.counts
        if report.mode != .delta, let walk = try walkStore.state() { report.drift = walk.drift != nil }
        switch error {
        case let error as SourceError:
            report.failure = error.failure
            if error.code == .paginationLoop {
                report.outcome = .failed
                try giveUp(because: error)
            } else if tally.pages > 0 {
                report.outcome = .interrupted
            } else {
                report.outcome = error.retryAt == nil ? .failed : .deferred
            }
        case is CancellationError:
            report.outcome = tally.pages > 0 ? .interrupted : .failed
            report.failure = .interrupted
        default:
            throw error
        }
        return report
    }

    private func giveUp(because error: SourceError) throws {
        guard let walk = try walkStore.state() else { return }
        let problem = Problem(kind: .loop, message: "\(error.message): the walk was ended, nothing is removed")
        try walkStore.abandon(walk: walk.number, because: problem, now: context.now())
    }
}

extension Paging {
    /// Whether a page that is the same to the byte tells the same length of the list.
    var totalIsInBody: Bool {
        guard case .header = total else { return true }
        return false
    }

    /// Whether pages are named by their place in the list, so that an item can slide from one to another between two
    /// requests.
    var isPositional: Bool {
        switch style {
        case .page, .offset: true
        case .none, .cursor, .nextURL, .link, .afterID: false
        }
    }
}
