import ArgumentParser
import FeedCache
import FeedLab
import FeedModel
import FeedShell
import FeedSlots
import Foundation
import TerminalKit

struct SimulateCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Try an ad policy in a simulation: step by step, or many policies in one simulated world.",
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
            let text = SimulationText(scenario, states, width: DisplayWidth.of).description
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                try shell.show(String(line), .plain, shared)
            }
            return
        }
        try shell.show(Listing(states, fields: SimulationState.fields), shared)
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
        let hint = path.contains("=") ? "give --sweep once more for each key" : "see “help simulate”"
        let data = try InputFile.content(of: path, advice: hint)
        do {
            return try body(Array(data))
        } catch {
            throw CommandError(.badData, "\(path): \(error)", advice: "see “help simulate”", code: error.code)
        }
    }
}

extension SimulationState {
    /// The state after a step, as `simulate --json` writes it: members in the order of their names.
    fileprivate static let fields: Fields<SimulationState> = [
        Field("content_at") { .array($0.contentAt) }, Field("held") { .number($0.held) },
        Field("impressions") { state in
            .object(state.impressions.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
        },
        Field("in_flight") { .number($0.inFlight) }, Field("log") { .array($0.log.map(JSONValue.string)) },
        Field("plan") { .array($0.plan.map(JSONValue.string)) }, Field("requests") { .number($0.requests) },
        Field("retry_at") { $0.retryAt.map { .seconds($0) } ?? .null }, Field("row_of") { .array($0.rowOf) },
        Field("rows") { .array($0.rows.map(JSONValue.string)) },
    ]

    /// From the row above the first to the one below the last: an index, null for an ad, `"out"` where there is no row.
    private var contentAt: [JSONValue] {
        (-1...rowMap.rowCount).map { row in
            switch rowMap[row] {
            case .content(let index): .number(index)
            case .ad: .null
            case nil: .string("out")
            }
        }
    }

    /// From the first item to one after the last.
    private var rowOf: [JSONValue] {
        (0...rowMap.contentCount).map { rowMap.row(ofContent: $0).map { .number($0) } ?? .string("out") }
    }
}

extension JSONValue {
    /// A number of seconds, without a fraction where there is none.
    fileprivate static func seconds(_ duration: Duration) -> JSONValue {
        let seconds = duration / .seconds(1)
        return Int64(exactly: seconds).map(JSONValue.integer) ?? .real(seconds)
    }
}
