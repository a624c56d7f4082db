import Foundation
import Testing

@testable import FeedShell

@Suite("The simulate command")
struct SimulateCommandTests {
    @Test("writes states with the keys and forms that are promised")
    func states() async throws {
        let fixture = try ShellFixture()
        let file = fixture.folder.appending(path: "scenario.json")
        let scenario = #"""
            {"policy": {"every": 1}, "steps": [{"do": "content", "ids": ["a", "b"]},
            {"do": "ad", "result": "ok", "ad": "X"}, {"do": "ad", "result": "fail"},
            {"do": "view", "rows": [0, 2]}, {"do": "tick", "s": 2.5}]}
            """#
        try scenario.write(to: file, atomically: true, encoding: .utf8)
        let result = try await fixture.run("simulate \(file.path) --json")
        let array = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
        let keys = [
            "plan", "rows", "requests", "in_flight", "held", "impressions", "content_at", "row_of", "retry_at", "log",
        ]
        #expect(array.count == 5)
        for state in array { #expect(Set(state.keys) == Set(keys)) }
        let last = try #require(array.last)
        func text(_ key: String) throws -> String {
            String(
                decoding: try JSONSerialization.data(withJSONObject: last[key] ?? 0, options: .fragmentsAllowed),
                as: UTF8.self)
        }
        #expect(try text("plan") == #"["a","[X]","b","?"]"#)
        #expect(try text("rows") == #"["a","[X]","b"]"#)
        #expect(try text("content_at") == #"["out",0,null,1,"out"]"#)
        #expect(try text("row_of") == #"[0,2,"out"]"#)
        #expect(try text("impressions") == #"{"X":1}"#)
        #expect(try text("retry_at") == "null")
        #expect(try text("log") == #"["imp X"]"#)
        #expect(try [text("requests"), text("in_flight"), text("held")] == ["1", "0", "0"])
    }

    @Test("sweeps policies in a world that it describes first")
    func sweep() async throws {
        let fixture = try ShellFixture()
        let line = "simulate --sweep every=3..5 --scroll 6/s --latency 500ms --fill 0.8"
        let result = try await fixture.run(line)
        #expect(result.status == .done && result.errors.isEmpty, "\(result.errors)")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("A list of 200 items, 5 rows on screen.") && lines[0].hasSuffix("(seed 1)"))
        #expect(lines[2].hasPrefix("every  requests  fills  shown  never shown"))
        for (row, every) in zip(lines[3...], 3...5) {
            #expect(row.trimmingCharacters(in: .whitespaces).hasPrefix("\(every) ") && row.hasSuffix(" 0"), "\(row)")
        }
        #expect(result.output.contains("had most impressions"))
        #expect(try await fixture.run(line).output == result.output)
        #expect(try await fixture.run(line + " --seed 2").output != result.output)
    }

    @Test("sweeps several keys over a policy from a file, as JSON too")
    func file() async throws {
        let fixture = try ShellFixture()
        let file = fixture.folder.appending(path: "policy.json")
        for text in [#"{"every": 4, "first": 2}"#, #"{"policy": {"every": 4, "first": 2}, "steps": []}"#] {
            try text.write(to: file, atomically: true, encoding: .utf8)
            let result = try await fixture.run(
                "simulate \(file.path) --sweep ahead=0,3 --sweep max=1..2 --items 50 --json")
            let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            let policies = try #require(document?["policies"] as? [[String: Any]])
            #expect(
                policies.map { $0["policy"] as? [String: Int] } == [
                    ["ahead": 0, "max": 1], ["ahead": 0, "max": 2], ["ahead": 3, "max": 1], ["ahead": 3, "max": 2],
                ])
            #expect(policies.allSatisfy { $0["rows_shifted"] as? Int == 0 })
            #expect((policies[3]["description"] as? String)?.hasPrefix("after 2 items, then every 4 items") == true)
            #expect((document?["world"] as? [String: Any])?["items"] as? Int == 50)
        }
    }

    @Test("refuses what makes no sense in one line")
    func errors() async throws {
        let fixture = try ShellFixture()
        let usage = [
            "simulate", "simulate --sweep", "simulate --sweep every", "simulate --sweep every=9..3",
            "simulate --sweep dwell=1", "simulate --sweep ahead=1..3", "simulate --sweep every=1..1000000000",
            "simulate --sweep every=3 --sweep every=4", "simulate --sweep every=3 --fill 2",
            "simulate --sweep every=3 --scroll fast", "simulate --sweep every=3 --latency 1h",
            "simulate --sweep every=3 --items 0", "simulate x.json --fill 0.5",
        ]
        for line in usage {
            let result = try await fixture.run(line)
            #expect(result.status == .usage && result.errors.split(separator: "\n").count == 1, "\(line): \(result)")
        }
        let missing = try await fixture.run("simulate --sweep every=3 first=2")
        #expect(missing.status == .noInput && missing.errors.contains("--sweep once more"))
    }
}
