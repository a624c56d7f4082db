import FeedModel
import TestSupport
import Testing

@testable import FeedSlots

@Suite struct SlotPolicyReadingTests {
    private func read(_ json: String, over base: SlotPolicy = .none) throws -> SlotPolicyReading {
        try SlotPolicyReading(Array(json.utf8), over: base)
    }

    private func message(_ json: String) -> String {
        do {
            return "read as \(try read(json).policy)"
        } catch {
            return "\(error)"
        }
    }

    @Test("Every key is read")
    func keys() throws {
        let reading = try read(
            """
            {"fixed": [4, 1.0], "every": 3, "first": 2, "max": 9, "min_gap": 2, "trailing": true, "ahead": 5,
             "ttl": 90.5, "visible": 0.25, "dwell": 2, "insert": "anywhere"}
            """)
        #expect(
            reading.policy
                == (try SlotPolicy(
                    fixed: [1, 4], every: 3, first: 2, max: 9, minGap: 2, trailing: true, ahead: 5,
                    ttl: .milliseconds(90_500), visible: 0.25, dwell: .seconds(2), insertion: .anywhere)))
        #expect(reading.notes == [])
        #expect(try read("{}").policy == .none)
    }

    @Test("The form with positions and an interval in rows comes to the same as fixed rows and items")
    func positions() throws {
        let reading = try read(#"{"fixed":[{"section":0,"position":1},{"position":5}],"repeating":{"interval":12}}"#)
        #expect(reading.policy == (try SlotPolicy(fixed: [1, 5], every: 11)))
        #expect(reading.notes == [])
        let foreign = try read(#"{"fixed":[{"section":2,"position":1},{"section":0,"position":3}]}"#)
        #expect(foreign.policy.fixed == [3])
        #expect(foreign.notes == ["1 of the fixed positions belong to another section, and are not used"])
    }

    @Test("Keys it does not know are reported, each once")
    func unknownKeys() throws {
        let reading = try read(#"{"evry": 3, "every": 2, "evry": 4, "color": null}"#)
        #expect(reading.policy.every == 2)
        #expect(
            reading.notes == ["evry", "color"].map { "“\($0)” is no key of an ad policy, and is not used" })
    }

    @Test(
        "Missing keys come from the policy underneath, null ones from the default, and the last of repeated ones counts"
    )
    func overriding() throws {
        let base = try SlotPolicy(fixed: [2], every: 7, max: 4, ahead: 9, dwell: .seconds(3))
        #expect(try read("{}", over: base).policy == base)
        #expect(try read(#"{"every": 5}"#, over: base).policy.every == 5)
        #expect(try read(#"{"repeating": {"interval": 5}}"#, over: base).policy.every == 4)
        let reset = try read(#"{"fixed":null,"every":null,"max":null,"ahead":null,"dwell":null}"#, over: base).policy
        #expect(reset == .none)
        #expect(try read(#"{"every": 5, "every": 6}"#).policy.every == 6)
    }

    @Test("What is wrong is refused with the key and what it should be")
    func errors() {
        #expect(message("[]") == "the ad policy cannot be read: it should be an object, and is an array")
        #expect(message("{").hasPrefix("the ad policy cannot be read: "))
        #expect(message(#"{"every": "3"}"#) == "“every” of the ad policy should be a whole number, and is a string")
        #expect(message(#"{"every": 2.5}"#) == "“every” of the ad policy should be a whole number, and is a number")
        #expect(message(#"{"every": 0}"#) == "“every” of the ad policy should be from 1 to 1000000000")
        #expect(message(#"{"every": 1e40}"#) == "“every” of the ad policy should be a whole number, and is a number")
        #expect(message(#"{"fixed": 1}"#) == "“fixed” of the ad policy should be an array of rows, and is a number")
        #expect(message(#"{"fixed": [{"section": 0}]}"#) == "“fixed” of the ad policy has an entry without “position”")
        #expect(message(#"{"trailing": 1}"#) == "“trailing” of the ad policy should be true or false, and is a number")
        #expect(message(#"{"ttl": -1}"#) == "“ttl” of the ad policy should be from 0 to 1000000000 seconds")
        #expect(message(#"{"ttl": 1e400}"#) == "“ttl” of the ad policy should be a number, and is a number")
        #expect(message(#"{"visible": 2}"#) == "“visible” of the ad policy should be from 0 to 1")
        #expect(
            message(#"{"insert": "above"}"#)
                == "“insert” of the ad policy should be “below” or “anywhere”, and is a string")
        #expect(
            message(#"{"repeating": {"interval": 1}}"#)
                == "“repeating” of the ad policy should have an interval from 2 to 1000000000 rows")
        #expect(message(#"{"repeating": {}}"#) == "“repeating” of the ad policy has no “interval”")
        #expect(
            message(#"{"repeating": {"interval": 3}, "every": 2}"#)
                == "“repeating” of the ad policy says the same as “every”: only one of them can be given")
    }

    @Test("Mutated policies never trap")
    func fuzz() {
        let corpus = [
            #"{"fixed":[{"section":0,"position":1},4],"repeating":{"interval":12},"max":5,"first":0}"#,
            #"{"every":3,"min_gap":2,"trailing":true,"ahead":1e2,"ttl":0.5,"visible":1,"dwell":0,"insert":"below"}"#,
        ].map { Array($0.utf8) }
        for seed in SeededGenerator.seeds(2000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            guard let policy = try? SlotPolicyReading(bytes).policy else { continue }
            let plan = SlotPlan(policy: policy, contentCount: 40)
            #expect(plan.slots.prefix(100).allSatisfy { $0.offset <= 40 }, "seed \(seed)")
        }
    }
}
