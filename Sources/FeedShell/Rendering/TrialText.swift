import FeedCache

/// What experiments without a difference came to, for people and as JSON.
struct TrialText {
    let outcome: AATrial.Outcome
    let looks: Int
    let seed: UInt64

    var lines: [String] {
        let all = outcome.experiments
        return [
            """
            \(all) \(all == 1 ? "experiment" : "experiments") without any difference, \
            \(looks * AATrial.exposuresPerLook) impressions in each (seed \(seed)); how many “winners” were found:
            """,
            line("always-valid test, looked at after every impression", outcome.alwaysValid),
            line("test for one look, looked at \(looks) \(looks == 1 ? "time" : "times")", outcome.naive),
            """
            Both are meant to be wrong 5 % of the time at most. ctr --compare uses the first one, so it may be looked \
            at as often as you like.
            """,
        ]
    }

    private func line(_ name: String, _ found: Int) -> String {
        "\(name): \(found) of \(outcome.experiments), \(Percent.text(rate(found)))"
    }

    private func rate(_ found: Int) -> Double { Double(found) / Double(max(1, outcome.experiments)) }

    var json: JSONValue {
        func part(_ found: Int) -> JSONValue {
            .object([("false_positives", .number(found)), ("rate", .real(rate(found)))])
        }
        return .object([
            ("experiments", .number(outcome.experiments)), ("looks", .number(looks)),
            ("impressions_each", .number(looks * AATrial.exposuresPerLook)),
            ("seed", .verbatim("\(seed)")), ("alpha", .real(TapComparison.alpha)),
            ("always_valid", part(outcome.alwaysValid)), ("naive", part(outcome.naive)),
        ])
    }
}
