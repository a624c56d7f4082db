package import FeedModel
import GRDB

/// Writes the walk of one collection, a page a transaction: rows, places, validator and cursor land together or not at
/// all.
package struct WalkStore: Sendable {
    private let database: FeedDatabase
    private let source: Int64
    private let collection: Int64
    private let run: Int64
    private let partSize: Int
    private let floor: WriteSequence?

    /// - Parameters:
    ///   - floor: see `Merge.decide`: where the server's word is taken over greater versions.
    ///   - partSize: items that share a row of `page`, at least 1.
    init(
        database: FeedDatabase, source: Int64, collection: Int64, run: Int64,
        acceptingOlderSince floor: WriteSequence? = nil, partSize: Int = PageTable.partSize
    ) {
        self.database = database
        self.source = source
        self.collection = collection
        self.run = run
        self.floor = floor
        self.partSize = partSize
    }

    /// The tables a transaction works on.
    private struct Tables {
        let items: ItemTable
        let pages: PageTable
        let walk: WalkTable
        let problems: ProblemTable
        let now: Int64
    }

    private func write<Value>(at now: Instant, _ body: (Tables) throws -> Value) throws -> Value {
        let now = now.millisecondsSince1970
        return try database.write { db in
            let pages = PageTable(db: db, collection: collection, partSize: partSize)
            let value = try body(
                Tables(
                    items: ItemTable(db: db, collection: collection, run: run, now: now), pages: pages,
                    walk: WalkTable(db: db, collection: collection),
                    problems: ProblemTable(db: db, source: source, run: run, now: now), now: now))
            try pages.writeCounts()
            return value
        }
    }

    /// Reads what is committed, without waiting for a page that is being written.
    private func read<Value>(_ body: (WalkTable, PageTable) throws -> Value) throws -> Value {
        try database.read { snapshot in
            try body(
                WalkTable(db: snapshot.db, collection: collection), PageTable(db: snapshot.db, collection: collection))
        }
    }

    /// The last walk and how far it came; nil before the first.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func state() throws -> WalkState? {
        try read { walk, _ in try walk.state() }
    }

    /// Begins a walk; one that was open is given up, what it brought stays.
    ///
    /// - Parameters:
    ///   - fingerprint: of the manifest and the header values; validators and versions of another one are dropped.
    ///   - first: the cursor of the first page.
    ///   - forgetsVersions: whether the versions known so far do not count for where a delta starts.
    /// - Throws: `StoreError` where the database cannot be written.
    package func begin(
        kind: WalkKind, fingerprint: String, first: String, forgetsVersions: Bool = false, now: Instant
    ) throws -> WalkState {
        try write(at: now) { tables in
            let missed = try tables.walk.wholeWalk().map { try tables.pages.countItems(through: $0 - 1) } ?? 0
            try tables.walk.begin(
                kind: kind, fingerprint: fingerprint, first: first,
                itemsBefore: try tables.pages.countItems() - missed, forgetsVersions: forgetsVersions,
                now: tables.now)
            guard let state = try tables.walk.state() else { throw WalkError.superseded }
            return state
        }
    }

    /// A guard that knows the addresses and pages that walk `walk` has seen so far.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func loopGuard(walk: Int64) throws -> LoopGuard {
        try read { table, _ in
            let seen = try table.pagesSeen(by: walk)
            return LoopGuard(addresses: seen.map { LoopGuard.digest(of: $0.address) }, pages: seen.compactMap(\.digest))
        }
    }

    /// What page `number` (from 1) may be requested conditionally with; nil where a 304 would not describe all the
    /// rows that are there.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func condition(forPage number: Int64, address: String) throws -> PageCondition? {
        try read { walk, pages in
            guard let page = try pages.serverPage(number, part: 0) else { return nil }
            return try walk.validator(page: page, address: address).map {
                PageCondition(validator: $0.validator, next: $0.next, elements: $0.elements)
            }
        }
    }

    /// What the first page may be requested conditionally with where a 304 speaks for the whole list; nil where the
    /// cache is not the list that the validator was given for: the last whole walk did not write it, or kept what it had
    /// not seen.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func listCondition(address: String) throws -> PageCondition? {
        try read { walk, pages in
            guard let page = try pages.serverPage(1, part: 0), try walk.wholeWalk() == page.walk,
                try pages.countItems(through: page.walk - 1) == 0
            else { return nil }
            return try walk.validator(page: page, address: address).map {
                PageCondition(validator: $0.validator, next: $0.next, elements: $0.elements)
            }
        }
    }

    /// Whether the URL that says 304 for the list is the one that its validator came from.
    ///
    /// - Throws: `StoreError` where the database cannot be read.
    package func isListConfirmed(by page: ListPage) throws -> Bool {
        try read { walk, pages in
            guard let first = try pages.serverPage(1, part: 0) else { return false }
            return try walk.validator(page: first, address: page.address)?.answeredBy == page.answeredBy
        }
    }

    /// Writes the next page of walk `walk`.
    ///
    /// - Parameters:
    ///   - page: a page with items.
    ///   - keepsValidator: whether it may be requested conditionally next time.
    /// - Throws: `WalkError`, and nothing is written.
    package func write(
        _ page: ListPage, _ items: DecodedPage, walk: Int64, keepsValidator: Bool = true, now: Instant
    ) throws -> PageResult {
        try write(at: now) { tables in
            let state = try tables.walk.open(walk)
            guard state.next != nil else { throw WalkError.hasNoNextPage }
            let merge = try merge(page, items, tables)
            let placement = PagePlacement(
                table: tables.items, pages: tables.pages, walk: walk, number: state.pages + 1, request: page.address,
                sequence: WriteSequence(request: page.sequence))
            let seen = merge.items.filter(placement.wasSeen)
            let moved = try placement.write(merge)
            let drift = driftReason(merge, seen: seen.count, state: state, total: page.total)
            try note(merge, drift: state.drift == nil ? drift : nil, state: state, tables)
            try advance(page, merge, state: state, drift: drift, hasMoved: moved || merge.counts.inserted > 0, tables)
            if let written = try tables.pages.serverPage(state.pages + 1, part: 0) {
                // Where the page lost an item to an earlier page of the walk, has one that was set aside, or a write that
                // would win by being said again, a 304 could not describe it.
                let isReusable =
                    keepsValidator && seen.isEmpty && !merge.hasDuplicates && merge.counts.rejected == 0
                    && !merge.items.contains(where: \.losesByRequest)
                try tables.walk.setValidator(
                    of: written.id,
                    isReusable
                        ? WalkTable.KnownPage(
                            validator: page.validator, answeredBy: page.answeredBy, next: page.nextCursor,
                            total: page.isTotalInBody ? page.total : nil, elements: items.itemCount) : nil)
                try tables.pages.setDigest(LoopGuard.digest(of: items), of: written)
            }
            return PageResult(
                counts: merge.counts, moved: moved, hasChanges: merge.hasChanges, drift: drift,
                deltaStart: merge.deltaStart?.text, olderVersions: merge.olderVersions)
        }
    }

    private func merge(_ page: ListPage, _ items: DecodedPage, _ tables: Tables) throws -> PageMerge {
        try PageMerge(
            items, request: page.sequence, serverTime: page.serverTime, acceptingOlderSince: floor,
            table: tables.items)
    }

    private func advance(
        _ page: ListPage, _ merge: PageMerge, state: WalkState, drift: String?, hasMoved: Bool, _ tables: Tables
    ) throws {
        let start = merge.deltaStart?.text
        try tables.walk.advance(
            WalkTable.Step(
                next: page.nextCursor, elements: merge.page.itemCount, total: page.total, drift: drift,
                hasMoved: hasMoved,
                greatest: ItemVersion.greater(state.greatestVersion, merge.greatest?.text),
                certain: state.pages == 0 ? ItemVersion.greater(state.certainVersion, start) : state.certainVersion),
            run: run, now: tables.now)
        try tables.walk.noteVersion(start)
    }

    /// The server said 304: all that the next page held counts as seen, and the walk goes on after it.
    ///
    /// - Parameter page: a 304; what its headers say of the next page and the total outranks what is known.
    /// - Throws: `WalkError.validatorIsOutdated` where the page has to be read whole.
    package func confirm(_ page: ListPage, walk: Int64, now: Instant) throws -> WalkState {
        try write(at: now) { tables in
            let state = try tables.walk.open(walk)
            guard state.next != nil else { throw WalkError.hasNoNextPage }
            guard let head = try tables.pages.serverPage(state.pages + 1, part: 0),
                let known = try tables.walk.validator(page: head, address: page.address),
                known.answeredBy == page.answeredBy, page.leads(to: known.next)
            else { throw WalkError.validatorIsOutdated }
            var part: PagePlace? = head
            while let place = part {
                try tables.pages.markSeen(
                    place, walk: walk, request: page.address, sequence: WriteSequence(request: page.sequence))
                part = try tables.pages.serverPage(place.number, part: place.part + 1)
            }
            let total = page.total ?? known.total
            try tables.walk.advance(
                WalkTable.Step(
                    next: known.next, elements: known.elements, total: total,
                    drift: totalDrift(state, total: total), hasMoved: false, greatest: state.greatestVersion,
                    certain: state.certainVersion),
                run: run, now: tables.now)
            return try tables.walk.open(walk)
        }
    }

    /// The server has said that there is no page after the last one that was written.
    ///
    /// - Throws: `WalkError.superseded`; `StoreError` where the database cannot be written.
    package func end(walk: Int64, now: Instant) throws {
        try write(at: now) { tables in
            _ = try tables.walk.open(walk)
            try tables.walk.end()
        }
    }

    /// Deals with the end of a walk that read its last page: removes what the evidence allows.
    ///
    /// - Throws: `WalkError` where the walk is not at its end or was replaced; `StoreError` where the database cannot
    ///   be written.
    package func finish(walk: Int64, _ options: WalkFinishOptions, now: Instant) throws -> WalkFinishResult {
        try write(at: now) { tables in
            let state = try tables.walk.open(walk)
            guard state.next == nil else { throw WalkError.isIncomplete }
            let finish = WalkFinish(
                items: tables.items, pages: tables.pages, walk: tables.walk, state: state, options: options)
            let (result, problems) = try finish.run()
            try tables.problems.note(problems, collection: collection)
            return result
        }
    }

    /// Gives the walk up; what it brought stays, nothing is removed.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func abandon(walk: Int64, because problem: Problem?, now: Instant) throws {
        try write(at: now) { tables in
            guard try tables.walk.state()?.number == walk else { return }
            try tables.walk.close()
            try tables.problems.note(problem.map { [$0] } ?? [], collection: collection)
        }
    }

    /// Notes problems of the collection.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func note(_ problems: [Problem], now: Instant) throws {
        guard !problems.isEmpty else { return }
        try write(at: now) { try $0.problems.note(problems, collection: collection) }
    }

    /// Merges a page of changes: known items keep their places, new ones lead or trail, only tombstones remove.
    ///
    /// - Throws: `StoreError` where the database cannot be written.
    package func writeDelta(
        _ page: ListPage, _ items: DecodedPage, place: DeltaPlace, now: Instant
    ) throws -> PageResult {
        try write(at: now) { tables in
            let merge = try merge(page, items, tables)
            let placement = DeltaPlacement(
                table: tables.items, pages: tables.pages, db: tables.items.db, collection: collection, place: place,
                sequence: WriteSequence(request: page.sequence))
            let moved = try placement.write(merge)
            try tables.walk.noteVersion(merge.deltaStart?.text)
            try tables.problems.note(merge.problems, collection: collection)
            return PageResult(
                counts: merge.counts, moved: moved, hasChanges: merge.hasChanges,
                deltaStart: merge.deltaStart?.text, olderVersions: merge.olderVersions)
        }
    }

    // MARK: What a page shows of the list

    private func driftReason(_ merge: PageMerge, seen: Int, state: WalkState, total: Int?) -> String? {
        let page = state.pages + 1
        if seen > 0 || merge.hasDuplicates { return "an ID was seen twice on page \(page)" }
        if merge.counts.rejected > 0 { return "page \(page) has items without a usable ID" }
        return totalDrift(state, total: total)
    }

    private func totalDrift(_ state: WalkState, total: Int?) -> String? {
        guard let before = state.total, let total, before != total else { return nil }
        return "the total changed from \(before) to \(total) at page \(state.pages + 1)"
    }

    private func note(_ merge: PageMerge, drift: String?, state: WalkState, _ tables: Tables) throws {
        var problems = merge.problems
        if let drift {
            problems.append(Problem(kind: .drift, message: "\(drift): this walk removes nothing"))
        }
        let mixesWithBefore = state.greatestVersion.flatMap { before in
            merge.greatest.map { !ItemVersion(text: before).isSameKind(as: $0.version) }
        }
        if merge.mixesVersions || mixesWithBefore == true {
            problems.append(
                Problem(kind: .versions, message: "versions are integers in some items and dates in others; dates win"))
        }
        try tables.problems.note(problems, collection: collection)
    }
}

extension ListPage {
    /// Whether a 304 leads to the same next page as the stored page.
    fileprivate func leads(to known: String?) -> Bool {
        switch next {
        case .page(let cursor): cursor == known
        case .end: known == nil
        // It may have grown.
        case .unknown: false
        }
    }
}
