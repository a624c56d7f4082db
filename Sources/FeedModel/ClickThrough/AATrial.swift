import Foundation

/// Experiments without a difference, looked at again and again: how often does a test find one all the same?
///
/// Each exposure goes to one of two groups and one of five positions by chance, and is tapped with the chance of its
/// position, whatever its group. The always-valid test (`TapComparison`) is looked at after every exposure; the naive
/// one, two proportions at 5 % as for a single look, after equal parts only. Some look at it 50 times, and stop when it
/// says "significant": about a third of their winners are none (Armitage, McPherson and Rowe, "Repeated significance
/// tests on accumulating data", Journal of the Royal Statistical Society A 132, 1969).
public struct AATrial: Sendable {
    /// What came of it.
    public struct Outcome: Hashable, Sendable {
        /// How many experiments there were.
        public let experiments: Int
        /// In how many the always-valid test claimed a difference, at any look.
        public let alwaysValid: Int
        /// In how many the naive one did.
        public let naive: Int

        /// No experiments.
        public static let none = Outcome(experiments: 0, alwaysValid: 0, naive: 0)

        /// The outcome of both together.
        public static func + (left: Outcome, right: Outcome) -> Outcome {
            Outcome(
                experiments: left.experiments + right.experiments, alwaysValid: left.alwaysValid + right.alwaysValid,
                naive: left.naive + right.naive)
        }
    }

    /// How many experiments.
    public let experiments: Int
    /// How often the naive test is looked at in each, and into how many parts the exposures fall.
    public let looks: Int

    /// Exposures between two looks.
    public static let exposuresPerLook = 40
    /// The chance of a tap at each position, from the top.
    static let rates = [0.3, 0.2, 0.15, 0.1, 0.05]

    /// - Parameters:
    ///   - experiments, looks: 0 or more.
    public init(experiments: Int, looks: Int) {
        self.experiments = max(0, experiments)
        self.looks = max(0, looks)
    }

    /// Runs them all. The same numbers from the generator give the same outcome.
    public func run(using generator: inout some RandomNumberGenerator) -> Outcome {
        (0..<experiments).reduce(.none) { outcome, _ in outcome + runOne(&generator) }
    }

    private func runOne(_ generator: inout some RandomNumberGenerator) -> Outcome {
        var comparison = TapComparison()
        var isNaivelyFound = false
        for _ in 0..<looks {
            for _ in 0..<Self.exposuresPerLook {
                let position = Int(generator.next() % UInt64(Self.rates.count))
                comparison.expose(
                    generator.isTrue(0.5) ? .first : .second, position: position,
                    wasTapped: generator.isTrue(Self.rates[position]))
            }
            isNaivelyFound =
                isNaivelyFound || Self.isNaivelyDifferent(comparison.total(.first), comparison.total(.second))
        }
        return Outcome(
            experiments: 1, alwaysValid: comparison.everClaimed ? 1 : 0, naive: isNaivelyFound ? 1 : 0)
    }

    /// The test of two proportions by their pooled standard error, at 5 %.
    static func isNaivelyDifferent(_ first: ClickThrough, _ second: ClickThrough) -> Bool {
        guard let left = first.rate, let right = second.rate else { return false }
        let (n, m) = (Double(first.impressions), Double(second.impressions))
        let pooled = (Double(first.taps) + Double(second.taps)) / (n + m)
        let error = (pooled * (1 - pooled) * (1 / n + 1 / m)).squareRoot()
        return error > 0 && abs(left - right) > WilsonInterval.z * error
    }
}

extension TapComparison {
    /// Whether a difference would have been claimed at any exposure so far.
    var everClaimed: Bool { greatestLogE >= -log(Self.alpha) }
}

extension RandomNumberGenerator {
    /// True in `probability` (0...1) of all draws.
    mutating func isTrue(_ probability: Double) -> Bool {
        Double(next() >> 11) * 0x1p-53 < probability
    }
}
