import ArgumentParser
import FeedCache
import FeedLab
import Foundation

struct SimulateCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Try an ad policy on paper: step by step, or many policies in one made-up world.",
        discussion: """
            FILE is {"policy": {"every": 3}, "steps": [{"do": "content", "ids": ["a", "b"]}, \
            {"do": "view", "rows": [0, 1]}, {"do": "ad", "result": "ok", "ad": "X"}, {"do": "tick", "s": 1}]}; \
            other steps: append, restart, refresh. “?” is a slot without an ad, “[X]” an ad that is shown, “(X)” one \
            that is hidden. With --sweep no steps are needed: a user scrolls to the end of a list once for each policy, \
            and all policies meet the same user and server; FILE, where it is named, gives the rest of the policy.
            """)
    static let example = "simulate --sweep every=3..8 --scroll 6/s --latency 500ms --fill 0.8"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Argument(
        help: ArgumentHelp("The script; with --sweep a policy, or nothing.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var path: String?

    @OptionGroup var world: SweepOptions

    func validate() throws {
        if path == nil, world.sweep.isEmpty {
            throw ValidationError("name a file with a script, or try policies with --sweep, such as every=3..8")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        if world.sweep.isEmpty {
            try play(try scenario(), shell)
        } else {
            try sweep(shell)
        }
        return .done
    }

    // MARK: Step by step

    private func play(_ scenario: Scenario, _ shell: Shell) throws {
        for note in scenario.notes { shell.say("feedcache: \(note)", shared) }
        let states = scenario.run()
        guard shared.mode != .table else {
            let text = SimulationText(scenario, states).description
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                try shell.show(String(line), .plain, shared)
            }
            return
        }
        try shell.show(Listing(try states.map(SimulationRecord.init), fields: SimulationRecord.fields), shared)
    }

    private func scenario() throws -> Scenario {
        try read { bytes throws(ScenarioError) in try Scenario(bytes) }
    }

    // MARK: Many policies

    private func sweep(_ shell: Shell) throws {
        var base = SlotPolicy.none
        if path != nil {
            let reading = try read { bytes throws(ScenarioError) in try SlotPolicyReading(policyOrScenario: bytes) }
            for note in reading.notes { shell.say("feedcache: \(note)", shared) }
            base = reading.policy
        }
        let (sweep, results) = try world.results(over: base)
        let table = SweepTable(world: world.world, sweep: sweep, base: base, results: results)
        try shell.show(table.json, shared) {
            for line in table.head { try shell.show(line, .plain, shared) }
            try shell.show(table.table, shared)
            for line in table.conclusion { try shell.show(line, .dim, shared) }
        }
    }

    // MARK: File

    private func read<Value>(_ body: ([UInt8]) throws(ScenarioError) -> Value) throws -> Value {
        let path = path ?? ""
        guard let data = FileManager.default.contents(atPath: path) else {
            let hint = path.contains("=") ? " (give --sweep once more for each key)" : ""
            throw Complaint(.noInput, "there is no file “\(path)” that can be read\(hint); see “help simulate”")
        }
        do {
            return try body(Array(data))
        } catch {
            throw Complaint(.badData, "\(path): \(error); see “help simulate”")
        }
    }
}
