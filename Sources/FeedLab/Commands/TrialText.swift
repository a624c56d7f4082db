import FeedCache
import FeedLab
import FeedModel
import FeedShell
import TerminalKit

/// What experiments without a difference came to, for people and as JSON.
struct TrialText {
    let outcomes: [(model: ReaderModel, outcome: ComparisonTrial.Outcome)]
    let experiments: Int
    let looks: Int
    let seed: UInt64

    private var impressions: Int { looks * ComparisonTrial.exposuresPerLook }

    var heading: String {
        """
        \(experiments.of("experiment")) without any difference under each model, \
        \(impressions) impressions in each (seed \(seed)); in how many a difference was claimed:
        """
    }

    var table: Table {
        var table = Table(columns: [
            .text("model"), .number("every look"), .number("at the end"), .number("naive test"),
        ])
        table.rows = outcomes.map { model, outcome in
            [
                model.rawValue, Percent.text(rate(outcome.alwaysValid)), Percent.text(rate(outcome.atEnd)),
                Percent.text(rate(outcome.naive)),
            ]
        }
        return table
    }

    var notes: [String] {
        [
            "every look: the test of ctr --compare, looked at after every impression; at the end: once",
            "naive test: two proportions, meant for one look, looked at \(looks.of("time"))",
            "all are meant to be wrong 5 % of the time at most; ctr --compare may be looked at as often as you like",
        ]
    }

    private func rate(_ found: Int) -> Double { Double(found) / Double(max(1, experiments)) }

    var json: JSONValue {
        func part(_ found: Int) -> JSONValue {
            .object([("false_positives", .number(found)), ("rate", .real(rate(found)))])
        }
        let models = outcomes.map { model, outcome in
            JSONValue.object([
                ("model", .string(model.rawValue)), ("always_valid", part(outcome.alwaysValid)),
                ("at_end", part(outcome.atEnd)), ("naive", part(outcome.naive)),
            ])
        }
        return .object([
            ("experiments", .number(experiments)), ("looks", .number(looks)),
            ("impressions_each", .number(impressions)), ("seed", .verbatim("\(seed)")),
            ("alpha", .real(TapComparison.alpha)), ("models", .array(models)),
        ])
    }
}
