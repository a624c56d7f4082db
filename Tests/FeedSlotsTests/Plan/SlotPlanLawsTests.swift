import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

/// Plans of random policies with ads anywhere, against a plan found without arithmetic.
@Suite struct SlotPlanLawsTests {
    private struct Case {
        let policy: SlotPolicy
        let plan: SlotPlan
        let naive: NaivePlan
    }

    private func randomCase(_ seed: UInt64) throws -> Case {
        var generator = SeededGenerator(seed: seed)
        let policy = try RandomFeed.policy(using: &generator)
        let count = Int.random(in: 0...16, using: &generator)
        let offsets = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            Int.random(in: 0...count, using: &generator)
        }
        let filled = offsets.sorted().enumerated().map { index, offset in
            let rule = policy.fixedRows.randomElement(using: &generator).map { SlotRule.fixed(row: $0) }
            return FilledSlot(
                offset: offset, serial: Int64(index + 1),
                rule: Bool.random(using: &generator) ? rule ?? .repeating : .repeating, isHead: false, isShown: false)
        }
        return Case(
            policy: policy, plan: SlotPlan(policy: policy, contentCount: count, filled: filled),
            naive: NaivePlan(policy: policy, contentCount: count, filled: filled))
    }

    private func plain(_ slot: PlannedSlot) -> NaivePlan.Slot {
        switch slot {
        case .stub(let stub): .stub(offset: stub.offset, rule: stub.rule)
        case .filled(let filled): .filled(serial: filled.serial, offset: filled.offset, isShown: filled.isShown)
        }
    }

    @Test("Slots by arithmetic are the slots that walking over every item finds")
    func agreesWithNaivePlan() throws {
        for seed in SeededGenerator.seeds(6000) {
            let random = try randomCase(seed)
            let slots = random.plan.slots.map(plain)
            guard slots == random.naive.slots else {
                Issue.record("seed \(seed): \(random.policy), \(slots) and not \(random.naive.slots)")
                return
            }
        }
    }

    @Test("The next stub from any row is the first one that would take that row or one below")
    func nextStub() throws {
        for seed in SeededGenerator.seeds(3000) {
            let random = try randomCase(seed)
            let plan = random.plan
            let stubs = plan.slots.compactMap { slot -> Stub? in
                guard case .stub(let stub) = slot else { return nil }
                return stub
            }
            for row in 0...(plan.rows.rowCount + 1) {
                for limit in [row, row + 2, Int.max] {
                    let expected = stubs.first { plan.row(of: $0) >= row }.flatMap { stub in
                        stub.offset <= limit && (stub.offset < plan.contentCount || random.policy.trailing) ? stub : nil
                    }
                    #expect(plan.nextStub(fromRow: row, limit: limit) == expected, "seed \(seed), row \(row)")
                }
            }
        }
    }

    @Test("Filling a stub shows its ad on the row foretold, and changes no other slot")
    func filling() throws {
        for seed in SeededGenerator.seeds(3000) {
            let before = try randomCase(seed).plan
            for row in 0...before.rows.rowCount {
                guard let stub = before.nextStub(fromRow: row, limit: .max) else { continue }
                var after = before
                after.fill(stub, serial: 99)
                #expect(after.rows[before.row(of: stub)] == .ad(serial: 99), "seed \(seed)")
                let others = after.slots.map(plain).filter { slot in
                    if case .filled(99, _, _) = slot { false } else { true }
                }
                var expected = before.slots.map(plain)
                expected.remove(at: before.number(of: stub))
                #expect(others == expected, "seed \(seed)")
                #expect(after == SlotPlan(policy: after.policy, contentCount: after.contentCount, filled: after.filled))
            }
        }
    }

    @Test("Numbers of slots are their places in the plan")
    func numbers() throws {
        for seed in SeededGenerator.seeds(3000) {
            let plan = try randomCase(seed).plan
            var filledNumbers: [Int] = []
            for (place, slot) in plan.slots.enumerated() {
                switch slot {
                case .stub(let stub): #expect(plan.number(of: stub) == place, "seed \(seed)")
                case .filled: filledNumbers.append(place)
                }
            }
            #expect(plan.filledNumbers == filledNumbers, "seed \(seed)")
        }
    }

    @Test("Rows keep the content's order, and mapping to content and back comes home")
    func rows() throws {
        for seed in SeededGenerator.seeds(3000) {
            let rows = try randomCase(seed).plan.rows
            var content = 0
            for row in 0..<rows.rowCount {
                guard case .content(let index) = rows[row] else { continue }
                #expect(index == content && rows.row(ofContent: index) == row, "seed \(seed)")
                content += 1
            }
            #expect(content == rows.contentCount, "seed \(seed)")
            #expect(rows[-1] == nil && rows[rows.rowCount] == nil)
            #expect(rows.row(ofContent: -1) == nil && rows.row(ofContent: content) == nil)
        }
    }
}
