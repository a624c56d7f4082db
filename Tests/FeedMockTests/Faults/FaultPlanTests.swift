import TestSupport
import Testing

@testable import FeedMock

@Suite struct FaultPlanTests {
    private let photos = MockRequest(.get, "/api/photos?page=3&x=1")

    @Test("a rule hits as often as it says, then the next one does")
    func times() {
        let plan = FaultPlan(seed: 1, rules: [FaultRule("photos", .reset, times: 2), FaultRule(nil, .empty)])
        #expect((0..<4).map { _ in plan.take(for: photos, named: "photos") } == [.reset, .reset, .empty, nil])
        #expect(plan.rules.isEmpty)
    }

    @Test("a rule keeps to its path and parameters")
    func coverage() {
        let plan = FaultPlan(
            seed: 1,
            rules: [
                FaultRule("articles", .reset), FaultRule("photos", query: ["page": "2"], .reset),
                FaultRule("/api/photos", .html),
            ])
        #expect(plan.take(for: photos, named: "photos") == .html)
        #expect(plan.take(for: photos, named: "photos") == nil)
        #expect(plan.rules.count == 2)
    }

    @Test("chance is about as likely as it says, and the same for the same seed", arguments: SeededGenerator.seeds(5))
    func chance(seed: UInt64) {
        let rule = FaultRule(nil, .reset, times: nil, probability: 0.3)
        let (first, second) = (FaultPlan(seed: seed, rules: [rule]), FaultPlan(seed: seed, rules: [rule]))
        let hits = (0..<2_000).map { _ in first.take(for: photos, named: "photos") }
        #expect(hits == (0..<2_000).map { _ in second.take(for: photos, named: "photos") }, "seed \(seed)")
        second.clear()
        second.add(rule)
        #expect(hits == (0..<2_000).map { _ in second.take(for: photos, named: "photos") }, "seed \(seed), begun anew")
        #expect((450...750).contains(hits.count { $0 != nil }), "seed \(seed)")
    }

    @Test("a rule that happens no times is no rule")
    func noTimes() {
        #expect(FaultPlan(seed: 1, rules: [FaultRule(nil, .reset, times: 0)]).rules.isEmpty)
    }

    @Test(
        "a fault out of its range is held within it",
        arguments: [
            (Fault.status(7), 400), (.status(10_000), 599), (.stall(seconds: .nan), 200),
            (.stall(seconds: .infinity), 200),
        ])
    func ranges(fault: Fault, status: Int) throws {
        let delivery = Delivery(
            of: MockRequest(.get, "\(MockAPI.gourmetPath)/keywords"), by: try MockAPI(), fault: fault)
        #expect(delivery.answer?.status.code == status)
        switch delivery.way {
        case .whole, .late: break
        case .cut, .slow, .closed: Issue.record("\(delivery)")
        }
        #expect(delivery.delay <= .seconds(Fault.longestWait))
    }
}
