import ArgumentParser
import FeedCache
import FeedLab
import FeedModel
import FeedShell
import TerminalKit

struct AATestCommand: FeedCommand {
    static let configuration = CommandConfiguration(
        commandName: "aa-test", abstract: "Count how often “ctr --compare” would be wrong, on simulated readers.",
        discussion: """
            Experiments without any difference are simulated with independent taps, position bias, readers who leave \
            after a tap (the cascade model, Craswell and others 2008), and readers who come back, until they tap or \
            because they did. Beside it is a test that is meant for one look.
            """)
    static let example = "aa-test --experiments 100 --model cascade"
    static let isPaged = true

    @OptionGroup var shared: SharedOptions

    @Option(help: "How many experiments under each model.")
    var experiments = 100

    @Option(help: "The readers: independent, position, cascade, returning or habit; all without it.")
    var model: ReaderModel?

    @Option(help: "How often each experiment is looked at.")
    var looks = 50

    @Option(help: "What chance is drawn from: the same seed, the same result.")
    var seed: UInt64 = 1

    /// Experiments times looks at most: what takes a few seconds.
    private static let mostLooks = 1_000_000

    func validate() throws {
        let (all, isTooMany) = experiments.multipliedReportingOverflow(by: looks)
        guard experiments >= 1, looks >= 1, !isTooMany, all <= Self.mostLooks else {
            throw ValidationError("--experiments and --looks are 1 or more, and \(Self.mostLooks) looks in all")
        }
    }

    func run(in shell: Shell) async throws -> ExitStatus {
        let outcomes = try (model.map { [$0] } ?? ReaderModel.allCases).map { model in
            var draw = SeededDraw(seed)
            var outcome = ComparisonTrial.Outcome.none
            for _ in 0..<experiments {
                try Task.checkCancellation()
                outcome = outcome + ComparisonTrial(model, experiments: 1, looks: looks).run(using: &draw)
            }
            return (model, outcome)
        }
        let text = TrialText(outcomes: outcomes, experiments: experiments, looks: looks, seed: seed)
        try shell.show(text.json, shared) {
            try shell.show(text.heading, .plain, shared)
            try shell.show(text.table, shared)
            for note in text.notes { try shell.show(note, .dim, shared) }
        }
        return .done
    }
}

extension ReaderModel: ExpressibleByArgument {}
