import FeedModel
import Testing

@testable import FeedSlots

@Suite struct SlotPolicyTests {
    @Test("Left out, every value is the default")
    func defaults() throws {
        let policy = try SlotPolicy()
        #expect(policy == .none)
        #expect(!policy.hasSlots)
        #expect(policy.minGap == 1 && policy.ahead == 3 && !policy.trailing && policy.visible == 0.5)
        #expect(policy.ttl == .seconds(3600) && policy.dwell == .seconds(1) && policy.insertion == .below)
    }

    @Test("A value out of its range is refused by the name of its key")
    func ranges() {
        func key(_ make: () throws -> SlotPolicy) -> String? {
            do {
                _ = try make()
                return nil
            } catch let SlotPolicyError.value(key, _) {
                return key
            } catch {
                return "\(error)"
            }
        }
        #expect(key { try SlotPolicy(fixed: [1, -1]) } == "fixed")
        #expect(key { try SlotPolicy(fixed: Array(0...10_000)) } == "fixed")
        #expect(key { try SlotPolicy(every: 0) } == "every")
        #expect(key { try SlotPolicy(every: .max) } == "every")
        #expect(key { try SlotPolicy(first: -1) } == "first")
        #expect(key { try SlotPolicy(max: -1) } == "max")
        #expect(key { try SlotPolicy(minGap: -1) } == "min_gap")
        #expect(key { try SlotPolicy(ahead: -1) } == "ahead")
        #expect(key { try SlotPolicy(ttl: .seconds(-1)) } == "ttl")
        #expect(key { try SlotPolicy(visible: 1.1) } == "visible")
        #expect(key { try SlotPolicy(visible: .nan) } == "visible")
        #expect(key { try SlotPolicy(dwell: .seconds(1_000_000_001)) } == "dwell")
        #expect(key { try SlotPolicy(fixed: [0], every: 1, max: 0, minGap: 0, dwell: .zero) } == nil)
    }

    @Test("It says in a line what it comes to")
    func description() throws {
        #expect("\(SlotPolicy.none)" == "no ads")
        #expect(
            "\(try SlotPolicy(every: 3))"
                == "every 3 items; asked for 3 items ahead; seen at 50 % for 1 s; kept unseen for 3600 s")
        let all = try SlotPolicy(
            fixed: [5, 1], every: 1, first: 1, max: 1, minGap: 2, trailing: true, ahead: 1, ttl: .milliseconds(500),
            visible: 0.25, insertion: .anywhere)
        #expect(
            "\(all)" == """
                rows 1, 5, then after 1 item, then every item; at most 1 ad; at least 2 items apart; asked for 1 item \
                ahead; also as the last row; also between rows on screen; seen at 25 % for 1 s; kept unseen for 0.5 s
                """)
    }

    @Test("Rules survive being written into a column")
    func rules() {
        for rule in [SlotRule.repeating, .fixed(row: 0), .fixed(row: 17)] {
            #expect(SlotRule(rawValue: rule.rawValue) == rule)
        }
        for text in ["", "fixed", "fixed:", "fixed:-1", "fixed:x", "Repeating"] {
            #expect(SlotRule(rawValue: text) == nil)
        }
    }
}
