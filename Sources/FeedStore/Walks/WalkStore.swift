import FeedModel
import GRDB

/// Writes the walk of one collection, a page a transaction: rows, places, validator and cursor land together or not at
/// all.
public struct WalkStore: Sendable {
    private let database: FeedDatabase
    private let source: Int64
    private let collection: Int64
    private let run: Int64
    private let partSize: Int

    /// - Parameter partSize: items that stand together on a row of `page`, at least 1.
    init(
        database: FeedDatabase, source: Int64, collection: Int64, run: Int64, partSize: Int = PageTable.partSize
    ) {
        self.database = database
        self.source = source
        self.collection = collection
        self.run = run
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
            try pages.settle()
            return value
        }
    }

    /// Looks at what is committed, without waiting for a page that is being written.
    private func look<Value>(_ body: (WalkTable, PageTable) throws -> Value) throws -> Value {
        try database.read { reader in
            try body(
                WalkTable(db: reader.db, collection: collection), PageTable(db: reader.db, collection: collection))
        }
    }

    /// The last walk and how far it came; nil before the first.
    public func state() throws -> WalkState? {
        try look { walk, _ in try walk.state() }
    }

    /// Begins a walk; one that was open is given up, what it brought stays.
    ///
    /// - Parameter first: the cursor of the first page.
    public func begin(kind: WalkKind, fingerprint: String, first: String, now: Instant) throws -> WalkState {
        try write(at: now) { tables in
            try tables.walk.begin(
                kind: kind, fingerprint: fingerprint, first: first, itemsBefore: try tables.pages.countItems(),
                now: tables.now)
            guard let state = try tables.walk.state() else { throw WalkError.overtaken }
            return state
        }
    }

    /// What page `number` (from 1) may be asked for conditionally; nil where a 304 would not stand for rows that are
    /// there, whole.
    public func validator(forPage number: Int64, request: String) throws -> Validator? {
        try look { walk, pages in
            guard let page = try pages.serverPage(number, part: 0) else { return nil }
            return try walk.validator(page: page, request: request)?.validator
        }
    }

    /// What the first page may be asked for conditionally where a 304 speaks for the whole list; nil where the cache is
    /// not the list that the validator was given for: the last whole walk did not write it, or kept what it had not met.
    public func listValidator(request: String) throws -> Validator? {
        try look { walk, pages in
            guard let page = try pages.serverPage(1, part: 0), try walk.wholeWalk() == page.walk,
                try pages.countItems(through: page.walk - 1) == 0
            else { return nil }
            return try walk.validator(page: page, request: request)?.validator
        }
    }

    /// Whether walk `walk` has asked for `request` before: to ask again would be a loop.
    public func hasAsked(_ request: String, walk: Int64) throws -> Bool {
        try look { table, _ in try table.hasAsked(request, walk: walk) }
    }

    /// Writes the next page of walk `walk`.
    ///
    /// - Throws: `WalkError` where the page makes the walk a loop, and nothing is written.
    public func write(_ write: PageWrite, walk: Int64, now: Instant) throws -> PageResult {
        try self.write(at: now) { tables in
            let state = try tables.walk.open(walk)
            guard state.next != nil else { throw WalkError.isAtItsEnd }
            guard try !tables.walk.hasAsked(write.request, walk: walk) else { throw WalkError.requestSeenBefore }
            let merge = try PageMerge(write.page, request: write.sequence, table: tables.items)
            let placement = PagePlacement(
                table: tables.items, pages: tables.pages, walk: walk, number: state.pages + 1, request: write.request,
                sequence: WriteSequence(request: write.sequence))
            let digest = merge.digest
            if let digest, try tables.pages.hasMet(digest, walk: walk) { throw WalkError.pageSeenBefore }
            let met = merge.items.filter(placement.wasMet)
            let moved = try placement.write(merge)
            let drift = driftReason(merge, met: met.count, state: state, total: write.total)
            try note(merge, drift: state.drift == nil ? drift : nil, state: state, tables)
            try tables.walk.advance(
                next: write.next, total: write.total, drift: drift,
                greatest: greater(state.greatestVersion, merge.greatest?.text), run: run, now: tables.now)
            if let page = try tables.pages.serverPage(state.pages + 1, part: 0) {
                // Where the page lost an item to an earlier page of the walk, or a write that would win by being said
                // again, a 304 could not stand for it.
                let stands = met.isEmpty && !merge.hasDuplicates && !merge.items.contains(where: \.losesByRequest)
                let validator = stands ? write.validator : Validator(etag: nil, lastModified: nil)
                try tables.walk.setValidator(
                    page: page.id, validator, next: write.next, total: write.totalIsInBody ? write.total : nil)
                try tables.pages.setDigest(digest, of: page)
            }
            return PageResult(counts: merge.counts, moved: moved, hasChanges: merge.hasChanges, drift: drift)
        }
    }

    /// The server said 304: all that the next page held counts as met, and the walk goes on behind it.
    ///
    /// - Parameters:
    ///   - leadsTo: the next page where a header of the 304 tells it.
    ///   - total: the list's length where a header of the 304 tells it.
    /// - Throws: `WalkError.validatorIsGone` where the page has to be read whole: it lost an item, or leads elsewhere.
    public func confirm(
        request: String, sequence: Int64, leadsTo: String? = nil, total: Int? = nil, walk: Int64, now: Instant
    ) throws -> WalkState {
        try write(at: now) { tables in
            let state = try tables.walk.open(walk)
            guard state.next != nil else { throw WalkError.isAtItsEnd }
            guard let head = try tables.pages.serverPage(state.pages + 1, part: 0),
                let known = try tables.walk.validator(page: head, request: request),
                leadsTo == nil || leadsTo == known.next
            else { throw WalkError.validatorIsGone }
            var page: PagePlace? = head
            while let part = page {
                try tables.pages.meet(part, walk: walk, request: request, sequence: WriteSequence(request: sequence))
                page = try tables.pages.serverPage(part.number, part: part.part + 1)
            }
            let total = total ?? known.total
            try tables.walk.advance(
                next: known.next, total: total, drift: totalDrift(state, total: total),
                greatest: state.greatestVersion, run: run, now: tables.now)
            return try tables.walk.open(walk)
        }
    }

    /// How many items the walk has not met.
    public func countAbsent(walk: Int64) throws -> Int {
        try look { _, pages in try pages.countItems(through: walk - 1) }
    }

    /// Whether the first page, asked for again, is as it was read: the same items in the same order, to the byte.
    public func isFirstPage(_ page: DecodedPage) throws -> Bool {
        try database.read { reader in
            try FirstPage(db: reader.db, collection: collection).matches(page)
        }
    }

    /// Deals with the end of a walk that read its last page: removes what the evidence allows.
    ///
    /// - Parameters:
    ///   - drift: what else made its absences doubtful, seen after its last page.
    ///   - sequence: the last request of the walk.
    public func finish(
        walk: Int64, drift: String?, allowsShrink: Bool, sequence: Int64, now: Instant
    ) throws -> WalkEnd {
        try write(at: now) { tables in
            let state = try tables.walk.open(walk)
            guard state.next == nil else { throw WalkError.isNotWhole }
            let ending = WalkEnding(
                items: tables.items, pages: tables.pages, walk: tables.walk, state: state,
                drift: state.drift ?? drift)
            let (end, problems) = try ending.finish(
                allowsShrink: allowsShrink, sequence: WriteSequence(request: sequence))
            try tables.problems.note(problems, collection: collection)
            return end
        }
    }

    /// Gives the walk up; what it brought stays, nothing is removed.
    public func abandon(walk: Int64, because problem: Problem?, now: Instant) throws {
        try write(at: now) { tables in
            guard try tables.walk.state()?.number == walk else { return }
            try tables.walk.close()
            try tables.problems.note(problem.map { [$0] } ?? [], collection: collection)
        }
    }

    /// Merges a page of changes: known items keep their places, new ones lead or trail, only tombstones remove.
    public func writeDelta(_ page: DecodedPage, sequence: Int64, place: DeltaPlace, now: Instant) throws -> PageResult {
        try write(at: now) { tables in
            let merge = try PageMerge(page, request: sequence, table: tables.items)
            let placement = DeltaPlacement(
                table: tables.items, pages: tables.pages, db: tables.items.db, collection: collection, place: place,
                sequence: WriteSequence(request: sequence))
            try placement.write(merge)
            try tables.problems.note(merge.problems, collection: collection)
            return PageResult(
                counts: merge.counts, moved: merge.counts.inserted > 0, hasChanges: merge.hasChanges)
        }
    }

    // MARK: What a page shows of the list

    private func driftReason(_ merge: PageMerge, met: Int, state: WalkState, total: Int?) -> String? {
        if met > 0 || merge.hasDuplicates { return "an ID was met twice on page \(state.pages + 1)" }
        return totalDrift(state, total: total)
    }

    private func totalDrift(_ state: WalkState, total: Int?) -> String? {
        guard let before = state.total, let total, before != total else { return nil }
        return "the total changed from \(before) to \(total) at page \(state.pages + 1)"
    }

    private func note(_ merge: PageMerge, drift: String?, state: WalkState, _ tables: Tables) throws {
        var problems = merge.problems
        if let drift {
            problems.append(
                Problem(kind: .drift, message: "\(drift): nothing is removed that the walk before had"))
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

    private func greater(_ left: String?, _ right: String?) -> String? {
        guard let left, let right else { return left ?? right }
        return ItemVersion(text: left) < ItemVersion(text: right) ? right : left
    }
}
