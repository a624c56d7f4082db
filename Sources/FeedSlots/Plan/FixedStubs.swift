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
                isApart(stub, filled, minGap: policy.minGap)
            else { continue }
            stubs.append(stub)
        }
    }

    private func isApart(_ stub: Stub, _ filled: [FilledSlot], minGap: Int) -> Bool {
        if let last = stubs.last, stub.offset - last.offset < minGap { return false }
        if stub.filledAbove > 0, stub.offset - filled[stub.filledAbove - 1].offset < minGap { return false }
        return stub.filledAbove == filled.count || filled[stub.filledAbove].offset - stub.offset >= minGap
    }
}
