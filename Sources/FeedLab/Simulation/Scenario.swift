package import FeedModel
package import FeedSlots

/// A policy to simulate, and what happens: content changes, the user scrolls, ads arrive, time passes.
///
/// As JSON, `{"policy": {…}, "steps": [{"do": "content", "ids": ["a", "b"]}, …]}`; see `Step` for the forms of a step.
/// Other keys, in the file or in a step, are ignored.
package struct Scenario: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
        /// `{"do": "content", "ids": […]}`: the content is this list now.
        case content([String])
        /// `{"do": "append", "ids": […]}`: the list grows at its end. IDs that it has are not added again.
        case append([String])
        /// `{"do": "view", "rows": [0, 4], "edge": {"first": 1, "last": 0.5}}`: these rows are on screen, of the first
        /// and the last one the given part.
        case view(Viewport)
        /// `{"do": "ad", "result": "ok", "ad": "X"}`: the pending request brings an ad. Nil, written
        /// `{"do": "ad", "result": "fail"}`: it brings none.
        case ad(String?)
        /// `{"do": "tick", "s": 1.5}`: that many seconds pass.
        case tick(Duration)
        /// `{"do": "restart"}`: the process ends and starts again from what is durable.
        case restart
        /// `{"do": "refresh", "mode": "soft", "ids": […]}`: new content, or the same where `ids` is left out. In mode
        /// `hard` the ads are dropped, too.
        case refresh(dropsAds: Bool, ids: [String]?)
    }

    package let policy: SlotPolicy
    /// What of the policy was not used, each in a sentence.
    package let notes: [String]
    package let steps: [Step]

    package init(policy: SlotPolicy, notes: [String] = [], steps: [Step]) {
        self.policy = policy
        self.notes = notes
        self.steps = steps
    }

    /// Reads a file.
    ///
    /// - Throws: `ScenarioError`, which names the step and its key.
    package init(_ json: [UInt8]) throws(ScenarioError) {
        self = try ScenarioReader(json).scenario()
    }

    /// Runs the steps with the engine of the real feed, and gives the state after each.
    package func run() -> [SimulationState] {
        var simulation = Simulation(policy: policy)
        return steps.map { simulation.take($0) }
    }
}

package enum ScenarioError: ReportableError, Equatable, Sendable {
    case malformed(reason: String)
    case policy(SlotPolicyError)
    /// Steps are counted from 1.
    case step(number: Int, key: String, reason: String)

    /// It names the step and its key.
    package var report: ErrorReport {
        switch self {
        case .malformed(let reason): ErrorReport(.badData, "malformed", "the scenario cannot be read: \(reason)")
        case .policy(let error): error.report
        case .step(let number, let key, let reason):
            ErrorReport(.badData, "scenario_step", "step \(number) of the scenario: “\(key)” \(reason)")
        }
    }
}

extension SlotPolicyReading {
    /// Reads the policy of a scenario file, or a file that is a policy itself.
    ///
    /// - Throws: `ScenarioError` where the bytes are neither.
    package init(policyOrScenario json: [UInt8]) throws(ScenarioError) {
        let document = try JSONDocument(json) { ScenarioError.malformed(reason: "\($0)") }
        guard let members = document.membersByName(of: document.root) else {
            throw .malformed(reason: "it should be an ad policy, or an object with “policy”")
        }
        let policy = members["policy"] ?? document.root
        do {
            try self.init(Array(document.slice(policy)))
        } catch {
            throw .policy(error)
        }
    }
}
