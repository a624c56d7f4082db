import FeedModel
import FeedSlots
import TestSupport
import Testing

@testable import FeedLab

@Suite struct ScenarioTests {
    private func message(_ json: String) -> String {
        do {
            return "read as \(try Scenario(Array(json.utf8)).steps)"
        } catch {
            return "\(error)"
        }
    }

    private func message(step: String) -> String {
        message(#"{"policy": {}, "steps": [{"do": "restart"}, \#(step)]}"#)
    }

    @Test("Every step is read, and keys that mean nothing are passed over")
    func steps() throws {
        let json = """
            {"name": "n", "policy": {"every": 3, "x": 1}, "steps": [
             {"do": "content", "ids": ["a", 7, "é"], "expect": {"rows": []}}, {"do": "append", "ids": []},
             {"do": "view", "rows": [1, 4]}, {"do": "view", "rows": [0, 0], "edge": {"last": 0.5}},
             {"do": "ad", "result": "ok", "ad": "X"}, {"do": "ad", "result": "fail"}, {"do": "tick", "s": 1.5},
             {"do": "restart"}, {"do": "refresh", "mode": "soft", "ids": ["a"]}, {"do": "refresh", "mode": "hard"}]}
            """
        let scenario = try Scenario(Array(json.utf8))
        #expect(scenario.policy == (try SlotPolicy(every: 3)))
        #expect(scenario.notes == ["“x” is no key of an ad policy, and is not used"])
        #expect(
            scenario.steps == [
                .content(["a", "7", "é"]), .append([]), .view(Viewport(first: 1, last: 4)),
                .view(Viewport(first: 0, last: 0, lastFraction: 0.5)), .ad("X"), .ad(nil), .tick(.milliseconds(1500)),
                .restart, .refresh(dropsAds: false, ids: ["a"]), .refresh(dropsAds: true, ids: nil),
            ])
    }

    @Test("What is wrong with the file is said")
    func fileErrors() {
        #expect(message("[]") == "the scenario cannot be read: it should be an object with “policy” and “steps”")
        #expect(message("{\"policy\"").hasPrefix("the scenario cannot be read: "))
        #expect(message(#"{"steps": []}"#) == "the scenario cannot be read: “policy” is missing")
        #expect(message(#"{"policy": {}}"#) == "the scenario cannot be read: “steps” should be an array")
        #expect(
            message(#"{"policy": {"every": -1}, "steps": []}"#)
                == "“every” of the ad policy should be from 1 to 1000000000")
    }

    @Test("What is wrong with a step is said with its number and its key")
    func stepErrors() {
        #expect(message(step: "7") == "step 2 of the scenario: “do” is missing, since the step is no object")
        #expect(message(step: "{}") == "step 2 of the scenario: “do” is missing")
        #expect(message(step: #"{"do": "dance"}"#) == "step 2 of the scenario: “do” is “dance”, which is no step")
        #expect(message(step: #"{"do": "content"}"#) == "step 2 of the scenario: “ids” is missing")
        #expect(message(step: #"{"do": "content", "ids": "a"}"#).hasSuffix("“ids” should be an array of IDs"))
        #expect(message(step: #"{"do": "content", "ids": [1.5]}"#).contains("“ids” should be a text or a whole number"))
        for rows in ["[1]", "[3, 2]", "[-1, 2]", "[0, 1.5]", "null", "[0, 1e99]"] {
            #expect(
                message(step: #"{"do": "view", "rows": \#(rows)}"#).hasPrefix("step 2 of the scenario: “rows” should"))
        }
        #expect(message(step: #"{"do":"view","rows":[0,1],"edge":{"last":2}}"#).contains("“edge” should have"))
        #expect(message(step: #"{"do": "ad", "result": "maybe"}"#).hasSuffix("“result” should be “ok” or “fail”"))
        #expect(message(step: #"{"do": "ad", "result": "ok"}"#).hasSuffix("“ad” is missing"))
        for seconds in ["-1", "1e10", "\"1\""] {
            #expect(message(step: #"{"do": "tick", "s": \#(seconds)}"#).contains("“s” should be a number of seconds"))
        }
        #expect(message(step: #"{"do": "refresh", "mode": "firm"}"#).hasSuffix("“mode” should be “soft” or “hard”"))
    }

    @Test("Mutated scenarios never trap, and what is read runs and renders")
    func fuzz() {
        let corpus = [
            """
            {"policy":{"every":2,"fixed":[1]},"steps":[{"do":"content","ids":["a","b","c",4]},{"do":"ad","result":"ok",
            "ad":"X"},{"do":"view","rows":[0,3],"edge":{"last":0.5}},{"do":"tick","s":1},{"do":"restart"}]}
            """,
            """
            {"policy":{"every":1,"max":9,"ttl":2},"steps":[{"do":"append","ids":["日","b"]},{"do":"ad","result":"fail"},
            {"do":"tick","s":1e9},{"do":"tick","s":1e9},{"do":"refresh","mode":"hard","ids":["b"]}]}
            """,
        ].map { Array($0.utf8) }
        for seed in SeededGenerator.seeds(2000) {
            var generator = SeededGenerator(seed: seed)
            var bytes = corpus.randomElement(using: &generator) ?? []
            bytes.mutate(using: &generator)
            guard let scenario = try? Scenario(bytes) else { continue }
            let states = scenario.run()
            #expect(states.count == scenario.steps.count, "seed \(seed)")
            #expect(!SimulationText(scenario, states, width: \.count).description.isEmpty, "seed \(seed)")
        }
    }
}
