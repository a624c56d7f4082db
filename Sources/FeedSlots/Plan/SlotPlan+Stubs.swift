import FeedModel

/// Repeating stubs in the gap between two filled slots: `count` of them, `spacing` apart, from `start` on.
struct StubRun: Equatable, Sendable {
    let start: Int
    let spacing: Int
    let count: Int
    let filledAbove: Int

    subscript(index: Int) -> Stub {
        Stub(offset: start + index * spacing, rule: .repeating, filledAbove: filledAbove)
    }

    /// The position of the first stub with at least `offset` content items above it; `count` where there is none.
    func firstIndex(from offset: Int) -> Int {
        guard offset > start else { return 0 }
        return min(count, (offset - start + spacing - 1) / spacing)
    }
}

extension SlotPlan {
    /// How many repeating stubs the policy's `max` leaves room for. Slots are granted from the top.
    var repeatingBudget: Int {
        policy.max.map { max(0, $0 - filled.count - fixed.stubs.count) } ?? .max
    }

    /// The repeating stubs between filled slots `gap - 1` and `gap`, `max` not yet considered.
    func run(inGap gap: Int) -> StubRun {
        let none = StubRun(start: 0, spacing: 1, count: 0, filledAbove: gap)
        guard contentCount > 0, let spacing = policy.spacing, let start = firstRepeating(inGap: gap) else {
            return none
        }
        let end = gap < filled.count ? min(contentCount, filled[gap].offset - spacing) : contentCount
        guard start <= end else { return none }
        return StubRun(start: start, spacing: spacing, count: (end - start) / spacing + 1, filledAbove: gap)
    }

    private func firstRepeating(inGap gap: Int) -> Int? {
        let base = fixed.base ?? -1
        guard let every = policy.every, let spacing = policy.spacing, base <= contentCount else { return nil }
        if gap > 0, filled[gap - 1].offset > base { return filled[gap - 1].offset + spacing }
        return fixed.base.map { $0 + max(policy.first ?? spacing, policy.minGap, 1) } ?? policy.first ?? every
    }

    /// The first unfilled slot whose ad would take `row` or one below it, and could be shown there now.
    ///
    /// O(log ads) where the gap at hand has room; each full gap on the way is looked at, down to `limit`. With `max`
    /// the gaps from the top are counted.
    ///
    /// - Parameter limit: slots with more content items above them are not looked for.
    func nextStub(fromRow row: Int, limit: Int) -> Stub? {
        guard let stub = nextStubOfAny(fromRow: row, limit: limit) else { return nil }
        return stub.offset < contentCount || policy.trailing ? stub : nil
    }

    /// The same, whether or not its ad could be shown there now.
    func nextStubOfAny(fromRow row: Int, limit: Int) -> Stub? {
        if let stub = fixed.stubs.first(where: { self.row(of: $0) >= row }) {
            return stub.offset <= limit ? stub : nil
        }
        let offset = row - rows.adCount(aboveRow: row)
        var gap = firstFilled(from: offset)
        var granted = policy.max == nil ? Int.max : repeatingBudget - repeatingCount(aboveGap: gap)
        while granted > 0, gap == 0 || filled[gap - 1].offset <= limit {
            let run = run(inGap: gap)
            let index = run.firstIndex(from: offset)
            if index < run.count {
                let stub = run[index]
                return index < granted && stub.offset <= limit ? stub : nil
            }
            guard gap < filled.count else { return nil }
            if policy.max != nil { granted -= run.count }
            gap += 1
        }
        return nil
    }

    /// The number of a stub among all slots of the plan, filled ones included, from 0. O(ads).
    func number(of stub: Stub) -> Int {
        if let fixedAbove = fixed.stubs.firstIndex(of: stub) { return stub.filledAbove + fixedAbove }
        let run = run(inGap: stub.filledAbove)
        return stub.filledAbove + fixed.stubs.count + repeatingCount(aboveGap: stub.filledAbove)
            + run.firstIndex(from: stub.offset)
    }

    func repeatingCount(aboveGap gap: Int) -> Int {
        (0..<gap).reduce(0) { $0 + run(inGap: $1).count }
    }

    /// The first filled slot with at least `offset` content items above it.
    func firstFilled(from offset: Int) -> Int {
        filled.indices.partitioned { filled[$0].offset < offset }
    }
}

/// Where the fixed rows of a policy still have a slot to fill.
///
/// A fixed row counts rows as if every slot were filled, so its place depends on the slots above it: the rows are gone
/// through from the top. A fixed row has one ad at a time: wherever that drifts with its anchor, the row opens no other
/// slot, since else every item inserted on top would.
struct FixedStubs: Equatable, Sendable {
    private(set) var stubs: [Stub] = []
    /// The place of the last fixed row, which the repeating slots start from; nil where there is none.
    private(set) var base: Int?

    init() {}

    init(policy: SlotPolicy, contentCount: Int, filled: [FilledSlot]) {
        guard contentCount > 0, !policy.fixedRows.isEmpty else { return }
        let budget = policy.max.map { $0 - filled.count } ?? .max
        let taken = Set(filled.map(\.rule))
        var passed = 0
        for row in policy.fixedRows {
            while passed < filled.count, filled[passed].offset + passed + stubs.count < row { passed += 1 }
            let stub = Stub(offset: row - passed - stubs.count, rule: .fixed(row: row), filledAbove: passed)
            base = stub.offset
            guard stub.offset <= contentCount else { break }
            guard stubs.count < budget, !taken.contains(stub.rule), stub.offset > 0 || policy.allowsLeadingAd,
                stubs.last.map({ stub.offset - $0.offset >= policy.minGap }) ?? true,
                stub.isApart(from: filled, by: policy.minGap)
            else { continue }
            stubs.append(stub)
        }
    }
}
