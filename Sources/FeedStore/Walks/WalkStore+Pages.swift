package import FeedModel

extension WalkStore {
    /// Writes the next pages of walk `walk`: all of them, or those before a 304 that does not describe its rows any more.
    ///
    /// - Throws: `WalkError` or `StoreError`, and nothing is written.
    package func write(_ pages: [ListPage], walk: Int64, now: Instant) throws -> WrittenPages {
        try write(at: now) { tables in
            var state = try tables.walk.open(walk)
            var written = WrittenPages()
            var start: String?
            if let first = pages.first { try applyRules(before: first.sequence, tables) }
            for page in pages {
                guard state.next != nil else { throw WalkError.hasNoNextPage }
                switch page.content {
                case .items(let items):
                    let result = try write(page, items, in: &state, tables)
                    start = ItemVersion.greater(start, result.deltaStart)
                    written.results.append(result)
                case .notModified where try confirm(page, in: &state, tables):
                    written.results.append(nil)
                case .notModified:
                    written.isOutdated = true
                }
                if written.isOutdated { break }
            }
            guard !written.results.isEmpty else { return written }
            try tables.walk.save(state, run: run, change: tables.items.stamp.number())
            try tables.walk.noteVersion(start)
            return written
        }
    }

    /// Merges pages of changes: known items keep their places, new ones lead or trail, only tombstones remove.
    ///
    /// - Parameter place: where new ones go; nil where the list has a window, which a delta does not know: they are set aside
    ///   as older. Where that or a deletion leaves the window in doubt, the start of deltas is forgotten.
    package func writeDelta(_ pages: [ListPage], place: DeltaPlace?, now: Instant) throws -> WrittenPages {
        try write(at: now) { tables in
            var written = WrittenPages()
            if let first = pages.first { try applyRules(before: first.sequence, tables) }
            for page in pages {
                guard let items = page.items else { continue }
                let merge = try merge(page, items, tables)
                let placement = DeltaPlacement(
                    tables: tables, place: place.map(DeltaPlacement.Place.change) ?? .older,
                    sequence: WriteSequence(request: page.sequence))
                let moved = try placement.write(merge)
                if place == nil, moved || merge.items.contains(where: \.crossesEdge) { try tables.walk.forgetDelta() }
                try tables.walk.noteVersion(merge.deltaStart?.text)
                try tables.problems.note(merge.problems)
                let warnings = try tables.problems.note(merge.oddFields)
                // Where the next page of changes goes depends on which rows of this one are left.
                try tables.pages.writeCounts()
                written.results.append(PageResult(merge, moved: moved, warnings: warnings))
            }
            return written
        }
    }

    /// Merges a first page that is read again after a walk that drifted: what the walk has not met goes before all that it
    /// has.
    ///
    /// - Parameter number: the number that the page before it returned; nil for the first one.
    /// - Returns: what became of it, its number, and whether it has an item that the walk has met.
    /// - Throws: `WalkError` or `StoreError`, and nothing is written.
    package func writeFront(
        _ page: ListPage, _ items: DecodedPage, walk: Int64, after number: Int64?, now: Instant
    ) throws -> (result: PageResult, number: Int64, meetsKnown: Bool) {
        try write(at: now) { tables in
            _ = try tables.walk.open(walk)
            let merge = try merge(page, items, tables)
            let meetsKnown = merge.items.contains { $0.stored?.page.walk == walk }
            // Two pages at most have room before the walk's first.
            let number = try number.map { $0 + 1 } ?? min(1, tables.pages.firstNumber(of: walk) ?? 1) - 2
            let placement = DeltaPlacement(
                tables: tables, place: .front(walk: walk, number: number),
                sequence: WriteSequence(request: page.sequence))
            let moved = try placement.write(merge)
            try tables.problems.note(merge.problems)
            return (PageResult(merge, moved: moved), number, meetsKnown)
        }
    }

    private func merge(_ page: ListPage, _ items: DecodedPage, _ tables: Tables) throws -> PageMerge {
        try PageMerge(
            items, request: page.sequence, serverTime: page.serverTime, acceptingOlderSince: floor, table: tables.items)
    }

    // MARK: A page with items

    private func write(
        _ page: ListPage, _ items: DecodedPage, in state: inout WalkState, _ tables: Tables
    ) throws -> PageResult {
        let merge = try merge(page, items, tables)
        let placement = PagePlacement(
            table: tables.items, walk: state.number, number: state.pages + 1, request: page.address,
            digest: items.digest, sequence: WriteSequence(request: page.sequence))
        let repeated = merge.items.filter { placement.wasSeen($0) || $0.mentions > 1 }
        let hasSeen = merge.items.contains(where: placement.wasSeen)
        if hasWindow { try tables.walk.noteWitnesses(merge.items, metBy: state.number) }
        let outcome = try placement.write(merge)
        let repeats = Set(repeated.map { Listing.hash(ofID: $0.key) })
        let drift = try driftReason(repeats, state: state, page, tables)
        let new = try note(merge, drift: state.drift == nil ? drift : nil, state: state, tables)
        let remark = page.remark.map { Problem(kind: .manifest, message: $0) }
        let odd = try tables.problems.note(merge.oddFields + [remark].compactMap(\.self))
        state.advance(
            by: page, next: page.nextCursor, listing: items.listing, total: page.total, drift: drift,
            rejected: items.rejectedCount, repeats: repeats, greatest: merge.greatest?.text,
            start: merge.deltaStart?.text, now: tables.now)
        // Where the page lost an item to an earlier page of the walk, has one that was set aside, or a write that would
        // win by being said again, a 304 could not describe it.
        let isReusable =
            !page.isCut && !page.validator.isEmpty && !hasSeen && !merge.hasDuplicates
            && merge.counts.rejected == 0 && !merge.items.contains(where: \.losesByRequest)
        if isReusable || !outcome.isNew {
            try tables.walk.setCondition(
                isReusable
                    ? PageCondition(
                        validator: page.validator, next: page.nextCursor, listing: items.listing,
                        total: page.isTotalInBody ? page.total : nil, answeredBy: page.answeredBy) : nil,
                of: outcome.head.id)
        }
        var result = PageResult(merge, moved: outcome.hasMoved, warnings: odd)
        result.warnings += new.filter { $0.kind == .manifest }.prefix(1).map { "“\($0.key)”: \($0.message)" }
        let older = merge.items.filter { $0.losesByVersion && !placement.wasSeen($0) }
        result.olderVersions = try older.count - countRemoved(older, by: state, tables)
        return result
    }

    /// How many of these were removed by tombstones on earlier pages of the walk.
    private func countRemoved(_ items: [MergedItem], by state: WalkState, _ tables: Tables) throws -> Int {
        let removals = items.compactMap(\.removed?.sequence)
        guard !removals.isEmpty, let first = try tables.pages.serverPage(1, part: 0), first.walk == state.number else {
            return 0
        }
        return removals.count { $0 >= first.sequence }
    }

    // MARK: A 304

    /// The server said 304: all that the next page held counts as seen, and the walk goes on after it.
    ///
    /// - Parameter page: what its headers say of the next page and the total outranks what is known.
    /// - Returns: false where the page has to be read whole; nothing is written then.
    private func confirm(_ page: ListPage, in state: inout WalkState, _ tables: Tables) throws -> Bool {
        guard let head = try tables.pages.serverPage(state.pages + 1, part: 0),
            let known = try tables.walk.condition(ofPage: head.number, address: page.address), known.isMet(by: page)
        else { return false }
        var (part, count): (PagePlace?, Int64) = (head, 0)
        while let next = part {
            if hasWindow { try tables.walk.noteWitness(onWhole: next, metBy: state.number) }
            try tables.pages.markConfirmed(
                next, walk: state.number, request: page.address, sequence: WriteSequence(request: page.sequence))
            // Counted here: a damaged index may give another part than it was asked for.
            count += 1
            part = try tables.pages.serverPage(head.number, part: count)
        }
        let total = page.total ?? known.total
        state.advance(
            by: page, next: known.next, listing: known.listing, total: total,
            drift: moveReason(state, page, total: total), now: tables.now)
        return true
    }

    // MARK: What a page shows of the list

    private func driftReason(
        _ repeats: Set<UInt64>, state: WalkState, _ page: ListPage, _ tables: Tables
    ) throws -> String? {
        if !repeats.isEmpty,
            !WholeWalk.driftingRepeats(repeats, after: try tables.walk.wholeWalks().last).isEmpty
        {
            return "an ID was seen twice on page \(state.pages + 1)"
        }
        return moveReason(state, page, total: page.total)
    }

    private func moveReason(_ state: WalkState, _ page: ListPage, total: Int?) -> String? {
        // A cache gave it as it was before an earlier page: the two are no list of one time.
        if page.made < state.started, let date = page.date, let dates = state.dates, date < dates.upperBound {
            return "page \(state.pages + 1) is older than a page before it"
        }
        guard let before = state.total, let total, before != total else { return nil }
        return "the total changed from \(before) to \(total) at page \(state.pages + 1)"
    }

    private func note(_ merge: PageMerge, drift: String?, state: WalkState, _ tables: Tables) throws -> [Problem] {
        var problems = merge.problems
        if let drift {
            problems.append(Problem(kind: .drift, message: drift))
        }
        let mixesWithBefore = state.greatestVersion.flatMap { before in
            merge.greatest.map { !ItemVersion(text: before).isSameKind(as: $0.version) }
        }
        if merge.mixesVersions || mixesWithBefore == true {
            problems.append(
                Problem(kind: .versions, message: "versions are integers in some items and dates in others; dates win"))
        }
        return try tables.problems.note(problems)
    }
}

extension MergedItem {
    /// Whether an older item has other content, or one of the list is gone: what is in the window may be other items then.
    fileprivate var crossesEdge: Bool {
        guard let stored else { return false }
        return stored.page.walk == 0 ? isLive && winner != nil : !isLive
    }
}

extension PageResult {
    fileprivate init(_ merge: PageMerge, moved: Bool, warnings: [Problem] = []) {
        self.init(counts: merge.counts)
        self.warnings = warnings.map(\.message)
        self.moved = moved
        hasChanges = merge.hasChanges
        deltaStart = merge.deltaStart?.text
    }
}

package struct WrittenPages: Sendable {
    /// Nil for a 304.
    package var results: [PageResult?] = []
    /// Whether the page after those is a 304 that does not describe the page's rows any more, since the page has lost an
    /// item after it was asked for. It has to be read whole; neither it nor what follows was written.
    package var isOutdated = false

    package init() {}

    package mutating func append(_ later: WrittenPages) {
        results += later.results
        isOutdated = isOutdated || later.isOutdated
    }
}

package struct PageResult: Equatable, Sendable {
    /// What became of its items, each counted once.
    package var counts: ItemCounts
    package var moved = false
    /// Whether an item came, went or has other content; a tombstone that says again what is known is no change.
    package var hasChanges = false
    /// The greatest version on the page from which a delta may start, in the server's words.
    package var deltaStart: String?
    /// Items whose version is lower than what an earlier walk has stored.
    package var olderVersions = 0
    /// New messages for the user, one line each.
    package var warnings: [String] = []

    /// - Parameter counts: what became of the items of a page that moved nothing and showed nothing doubtful.
    package init(counts: ItemCounts = ItemCounts()) { self.counts = counts }
}
