import FeedModel
import FeedSource
import FeedStore

extension CollectionSync {
    /// An interrupted walk is continued for this many seconds; then the list has moved too far.
    private static let resumeSeconds: Int64 = 3_600
    /// Pages at the head of a list that are read again after a walk that drifted.
    private static let frontPages = 2

    /// Walks the list to its end, and at once a second time where the first walk missed something without drift.
    ///
    /// - Parameter earlier: what this run has read of the list before.
    func walkWhole(resuming old: WalkState?, after earlier: PageTally = PageTally()) async throws -> CollectionReport {
        var first = earlier
        var walk: WalkState?
        do {
            try await read(resuming: old, &first, &walk)
            var report = report(of: first, mode: .full)
            guard let end = try close(first, &report), end.wantsSecondWalk else { return report }
            var confirming = self
            confirming.fetcher = context.fetcher(of: spec, passesCaches: true)
            do {
                try await confirming.secondWalk(after: &report, &walk)
                return report
            } catch {
                return try failed(error, report, walk: walk?.number)
            }
        } catch {
            return try failed(error, report(of: first, mode: .full), walk: walk?.number)
        }
    }

    private func secondWalk(after report: inout CollectionReport, _ walk: inout WalkState?) async throws {
        var tally = PageTally()
        let second = try begin(.sync)
        walk = second
        // Also what it stored before it failed.
        defer { report.add(secondWalk: tally) }
        try await read(second, &tally, isUnconditional: context.asksForAll)
        try await readFront(of: second, &tally)
        let before = report.outcome
        try close(tally, &report)
        if before == .complete, report.outcome == .unchanged { report.outcome = .complete }
    }

    /// Reads what a walk that drifted has passed by, since it was put in front: the first pages again, until they meet what
    /// the walk has met. A page that cannot be had is left for the next sync.
    private func readFront(of walk: WalkState, _ tally: inout PageTally) async throws {
        guard let current = try store.state(), current.number == walk.number, current.drift != nil, current.next == nil
        else { return }
        var position = ListPosition(cursor: spec.paging.firstPage)
        var number: Int64?
        for _ in 0..<Self.frontPages {
            guard let page = try? await fetcher.page(at: position), let items = page.items else {
                return try Task.checkCancellation()
            }
            let written = try store.writeFront(page, items, walk: walk.number, after: number, now: context.now())
            tally.add(written.result, page, items)
            guard !written.meetsKnown, let next = fetcher.cursor(page.nextCursor) else { return }
            number = written.number
            position = position.after(items.itemCount, at: next)
        }
    }

    private func read(resuming old: WalkState?, _ tally: inout PageTally, _ walk: inout WalkState?) async throws {
        if let old, canResume(old) {
            do {
                walk = old
                try await read(old, &tally)
                return try await readFront(of: old, &tally)
            } catch let error as SourceError where tally.pages == 0 && refusesCursor(error) {
                // The server no longer knows where the walk was: from the start.
            }
        }
        var fresh = try begin(.sync)
        walk = fresh
        do {
            try await read(fresh, &tally)
        } catch let error as SourceError where tally.followsStoredPage && refusesCursor(error) {
            // A 304 need not say that the page has become the last one: that is in what it leaves out.
            tally.restart()
            fresh = try begin(.sync)
            walk = fresh
            try await read(fresh, &tally, isUnconditional: true)
        }
        try await readFront(of: fresh, &tally)
    }

    func read(
        _ walk: WalkState, _ tally: inout PageTally, isUnconditional: Bool? = nil, pageLimit: Int? = nil
    ) async throws {
        var walk = walk
        var unconditional: Range<Int64> = isUnconditional ?? self.isUnconditional(walk) ? 1..<Int64.max : 0..<0
        while let cursor = fetcher.cursor(walk.next) {
            let (store, number, now) = (store, walk.number, context.now)
            let reader = PageReader(
                fetcher: fetcher, context: context, walk: WalkStrategy(self, walk.kind, unconditional: unconditional),
                pageLimit: (pageLimit ?? context.mostPages) - tally.pages,
                write: { try store.write($0, walk: number, now: now()) },
                end: { try store.end(walk: number, now: now()) })
            let isRead = try await reader.run(
                from: ListPosition(
                    cursor: cursor, number: walk.pages + 1, elements: walk.elements, total: walk.total),
                loop: walk.pages == 0 ? LoopGuard() : try store.loopGuard(walk: walk.number), tally: &tally)
            guard !isRead, let current = try store.state(), current.number == walk.number else { return }
            walk = current
            unconditional = current.pages + 1..<current.pages + 2
        }
    }

    func begin(_ kind: WalkKind) throws -> WalkState {
        try store.begin(
            kind: kind, fingerprint: fingerprint, first: spec.paging.firstPage.text,
            forgetsVersions: context.options.acceptsOlder, now: context.now())
    }

    private func canResume(_ walk: WalkState) -> Bool {
        guard walk.isOpen, walk.kind == .sync, walk.fingerprint == fingerprint, !context.asksForAll else {
            return false
        }
        // A list that takes several runs would never come to its end.
        if walk.pages >= context.mostPages { return true }
        // The hour begins after the time that the server asked to wait for.
        let last = max(walk.advanced, state.wait?.until ?? walk.advanced)
        // What seems to lie ahead was noted by a clock that has been put back: how long ago it was is not known.
        return (walk.advanced..<last.advanced(bySeconds: Self.resumeSeconds)).contains(context.now())
    }

    private func refusesCursor(_ error: SourceError) -> Bool {
        guard let status = error.status else { return false }
        return [400, 404, 410, 422].contains(status)
    }

    /// Whether a walk asks for its pages without validators. It is the same question, with the same answer, when the
    /// walk goes on in a later run: only a walk that was whole pays what is due.
    func isUnconditional(_ walk: WalkState) -> Bool {
        if context.asksForAll { return true }
        guard let last = state.unconditional else { return state.isWhole }
        return Self.isHealingDue(at: walk.started, since: last)
    }

    /// Whether what was last asked for without validators is a week old by now, or, by a clock that was put back, younger
    /// than now.
    static func isHealingDue(at now: Instant, since last: Instant) -> Bool {
        now >= last.advanced(bySeconds: healSeconds) || now < last
    }
}

extension CollectionReport {
    /// Adds what a second walk of the same run changed. What it found unchanged was counted by the first.
    fileprivate mutating func add(secondWalk tally: PageTally) {
        pages += tally.pages
        var counts = tally.counts
        counts.unchanged = 0
        items += counts
    }
}
