/// A scenario and what came of it, for people: the three lists side by side, step by step.
public struct SimulationText: CustomStringConvertible {
    /// The whole text, without a line break at its end.
    public let description: String

    /// - Parameters:
    ///   - scenario: says the policy.
    ///   - states: what `Scenario.run` gave.
    public init(_ scenario: Scenario, _ states: [SimulationState]) {
        var blocks = [Self.head(scenario)]
        var previous: SimulationState?
        for (index, state) in states.enumerated() {
            blocks.append(
                SimulationStepText(state, number: index + 1, previous: previous).lines.joined(separator: "\n"))
            previous = state
        }
        description = blocks.joined(separator: "\n\n")
    }

    private static func head(_ scenario: Scenario) -> String {
        var lines = ["Policy: \(scenario.policy)"]
        lines += scenario.notes.map { "Note: \(TerminalText.printable($0))" }
        lines += [
            "",
            "content  what the server sent",
            "plan     content and slots: ? has no ad, [X] has ad X, (X) has ad X, which is hidden for now",
            "rows     what is shown, with row numbers; | marks what is on screen",
        ]
        return lines.joined(separator: "\n")
    }
}
