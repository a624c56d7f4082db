import FeedModel
import FeedSource
import FeedStore

/// Syncs one collection in one run: by delta where it can, else by a walk, which goes on where the last one stopped; or
/// reads a single page, as a reader scrolls.
struct CollectionSync: Sendable {
    /// After this many seconds with nothing but 304 a walk asks for everything, so that a server that is stuck on 304
    /// heals.
    static let healSeconds: Int64 = 7 * 86_400

    let spec: CollectionSpec
    let collection: CollectionStore
    let context: RunContext
    let state: CollectionState
    private let rules: ItemRules
    let store: WalkStore
    var fetcher: PageFetcher
    let fingerprint: String

    init(spec: CollectionSpec, collection: CollectionStore, context: RunContext) throws {
        (self.spec, self.collection, self.context) = (spec, collection, context)
        state = try collection.state()
        rules = ItemRules(name: spec.itemRules, readsIDs: spec.id != .key, decode: spec.payloadDecoder.decodeElements)
        store = collection.walk(
            in: context.run.id, acceptingOlderSince: context.acceptsOlderSince, rules: rules,
            hasWindow: spec.keep != nil, keepsDetails: spec.detail != nil)
        fetcher = context.fetcher(of: spec)
        fingerprint = context.digests.fingerprint(of: spec)
    }

    // MARK: Strategies

    /// Every way it can end is a report.
    func run(_ kind: RunKind) async throws -> CollectionReport {
        if let waiting = context.waiting(state.wait) {
            return CollectionReport(
                name: CollectionName(spec.name), outcome: .deferred, mode: kind == .sync ? .full : .page,
                failure: waiting)
        }
        switch kind {
        case .sync: return try await sync()
        case .refresh: return try await readPage(of: begin(.browse))
        case .more: return try await more()
        }
    }

    private func sync() async throws -> CollectionReport {
        if let delta = spec.delta, let start = deltaStart {
            var tally = PageTally()
            if let report = try await sync(delta, from: start, &tally) { return report }
            // The server refuses the delta, or it does not say what is in the window: the whole list, once.
            try collection.setDelta(start: nil)
            tally.restart()
            return try await walkWhole(resuming: nil, after: tally)
        }
        return try await walkWhole(resuming: state.walk)
    }

    /// Reads one page further in the walk that is open; nothing where the list's end is in.
    private func more() async throws -> CollectionReport {
        guard let walk = state.walk, walk.fingerprint == fingerprint else {
            return try await readPage(of: begin(.browse))
        }
        if walk.isOpen { return try await readPage(of: walk) }
        if walk.beyond != nil {
            return try await readPage(of: store.goBeyond(walk: walk.number, now: context.now()))
        }
        guard state.isWhole, walk.pages > 0 || spec.keep == nil else { return try await readPage(of: begin(.browse)) }
        return CollectionReport(name: CollectionName(spec.name), outcome: .unchanged, mode: .page)
    }

    /// A slip in the manifest costs nothing: paths by which most of what is stored would be lost are refused.
    private func slip(_ loss: ItemLoss) -> ManifestError {
        let isDeletion = loss.deleted > loss.stored - loss.deleted - loss.left
        let result = isDeletion ? "delete \(loss.deleted)" : "leave \(loss.left)"
        return spec.slip(
            in: isDeletion ? "deleted" : "id",
            "would \(result) of the \(loss.stored) items of “\(spec.name)” that are stored; nothing was changed",
            file: context.manifest.source.file)
    }

    // MARK: Single pages

    private func readPage(of walk: WalkState) async throws -> CollectionReport {
        var tally = PageTally()
        do {
            try await read(walk, &tally, isUnconditional: spec.validator == .list, pageLimit: 1)
            var report = report(of: tally, mode: .page)
            try close(tally, &report)
            return report
        } catch {
            return try failed(error, report(of: tally, mode: .page), walk: walk.number)
        }
    }

    // MARK: Ends

    /// Deals with a walk that stopped without an error: at its end, or at its page limit.
    ///
    /// - Returns: how it ended; nil where it is not at its end.
    @discardableResult
    func close(_ tally: PageTally, _ report: inout CollectionReport) throws -> WalkFinishResult? {
        guard let walk = try store.state(), walk.isOpen else { return nil }
        if tally.isListUnchanged {
            report.outcome = .unchanged
            try store.abandon(walk: walk.number, because: nil, now: context.now())
            return nil
        }
        report.drift = walk.drift != nil
        var hasChanges = tally.hasChanges
        var end: WalkFinishResult?
        if walk.next == nil {
            var options = WalkFinishOptions(sequence: try context.numbers.next())
            (options.allowsShrink, options.isUnconditional) = (context.options.allowsShrink, isUnconditional(walk))
            (options.doubts, options.isEndSaid) = (doubts(walk, tally), tally.saysEnd)
            options.olderVersions = context.options.acceptsOlder ? 0 : tally.olderVersions
            let closed = try store.finish(walk: walk.number, options, now: context.now())
            report.items.removed += closed.removed
            report.drift = closed.drift != nil
            report.waiting = closed.waiting
            report.warnings += closed.warnings.filter { !report.warnings.contains($0) }
            // What is kept for one more walk comes after the rest by now.
            hasChanges = hasChanges || closed.removed > 0 || closed.kept > 0 || !state.isWhole
            end = closed
        }
        report.outcome = end?.isHeldBack == true ? .suspiciousShrink : hasChanges ? .complete : .unchanged
        if walk.next != nil, walk.kind == .sync { try noteLength(of: walk, &report) }
        return end
    }

    private func noteLength(of walk: WalkState, _ report: inout CollectionReport) throws {
        report.outcome = .interrupted
        let message =
            "\(context.mostPages) pages were read and the list goes on, as will the next sync: with `keep` each sync reads only "
            + "the newest items"
        try store.note([Problem(kind: .manifest, message: message)], now: context.now())
        report.warnings.append(message)
    }

    /// Why a walk that came to an end may not have seen the whole list.
    private func doubts(_ walk: WalkState, _ tally: PageTally) -> [Problem] {
        guard walk.pages == 1, let page = tally.cutOff, let path = spec.paging.pathOfNext else { return [] }
        let sign = page.total.map { "\(page.elements) of \($0) items came" } ?? "the first page is full"
        return [
            Problem(
                kind: .manifest,
                message: "nothing is at “\(path)”, where the next page should be, but \(sign): is the path right? "
                    + "Nothing is removed until it is")
        ]
    }

    func report(of tally: PageTally, mode: SyncMode) -> CollectionReport {
        CollectionReport(
            name: CollectionName(spec.name), outcome: .complete, mode: mode, pages: tally.pages, items: tally.counts,
            warnings: tally.warnings)
    }

    /// A walk or delta that broke off: what it brought stays, and the report says so.
    ///
    /// - Parameter walk: the walk that it was; nil for a delta, which touches no walk.
    func failed(_ error: any Error, _ report: CollectionReport, walk: Int64?) throws -> CollectionReport {
        var report = report
        if let walk, let current = try store.state(), current.number == walk { report.drift = current.drift != nil }
        switch error {
        case let loss as ItemLoss: throw slip(loss)
        case let error as SourceError:
            if error.code == .malformed, state.itemRules.map({ $0 != rules.name }) ?? false, rules.readsIDs {
                let loss = try collection.loss(by: rules)
                if loss.isMost { throw slip(loss) }
            }
            report.failure = error.failure
            if error.code == .paginationLoop {
                report.outcome = .failed
                let problem = Problem(kind: .loop, message: "\(error.message): the walk was ended, nothing is removed")
                if let walk {
                    try store.abandon(walk: walk, because: problem, now: context.now())
                } else {
                    try store.note([problem], now: context.now())
                }
            } else if report.pages > 0 {
                report.outcome = .interrupted
            } else {
                report.outcome = error.retryAt == nil ? .failed : .deferred
            }
        case is CancellationError:
            report.outcome = report.pages > 0 ? .interrupted : .failed
            report.failure = .interrupted
        default:
            throw error
        }
        return report
    }
}
