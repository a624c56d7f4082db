import FeedModel
import Foundation

/// Simulated experiments on two groups with repeated looks: how often does a test claim a difference?
///
/// With equal rates every claim is false. The always-valid test (`TapComparison`) is looked at after every exposure,
/// and at the end only; the naive one, two proportions at 5 % as for a single look, after equal parts. With 50 such
/// looks, stopping at the first "significant" one, about a third of the claims are false (Armitage, McPherson and Rowe,
/// "Repeated significance tests on accumulating data", Journal of the Royal Statistical Society A 132, 1969).
package struct ComparisonTrial: Sendable {
    /// In how many experiments a difference was claimed.
    package struct Outcome: Hashable, Sendable {
        package let experiments: Int
        /// By the always-valid test, at any look.
        package let alwaysValid: Int
        /// By the always-valid test, at the end.
        package let atEnd: Int
        /// By the naive test, at any look.
        package let naive: Int

        package static let none = Outcome(experiments: 0, alwaysValid: 0, atEnd: 0, naive: 0)

        package static func + (left: Outcome, right: Outcome) -> Outcome {
            Outcome(
                experiments: left.experiments + right.experiments, alwaysValid: left.alwaysValid + right.alwaysValid,
                atEnd: left.atEnd + right.atEnd, naive: left.naive + right.naive)
        }
    }

    /// How readers see and tap the two groups.
    package let model: ReaderModel
    package let experiments: Int
    /// How often the naive test is looked at in each, and into how many parts the exposures are divided.
    package let looks: Int
    /// The chances of a tap.
    private let rates: (first: Double, second: Double)

    package static let exposuresPerLook = 40

    /// - Parameters:
    ///   - experiments, looks: 0 or more.
    ///   - rates: the chance of a tap of each group, 0 to 0.5; equal ones make every claim false.
    package init(
        _ model: ReaderModel, experiments: Int, looks: Int, rates: (first: Double, second: Double) = (0.1, 0.1)
    ) {
        self.model = model
        self.experiments = max(0, experiments)
        self.looks = max(0, looks)
        self.rates = rates
    }

    /// Runs all experiments. The same numbers from the generator give the same outcome.
    package func run(using generator: inout some RandomNumberGenerator) -> Outcome {
        (0..<experiments).reduce(.none) { outcome, _ in outcome + runOne(&generator) }
    }

    private func runOne(_ generator: inout some RandomNumberGenerator) -> Outcome {
        var comparison = TapComparison()
        var isFound = false
        var isNaivelyFound = false
        var session: ArraySlice<ReaderModel.Exposure> = []
        for _ in 0..<looks {
            for _ in 0..<Self.exposuresPerLook {
                if session.isEmpty { session = model.session(rates: rates, using: &generator)[...] }
                guard let exposure = session.popFirst() else { continue }
                comparison.expose(
                    exposure.group, position: exposure.row, wasTapped: exposure.wasTapped, isReturn: exposure.isReturn)
                isFound = isFound || comparison.claimsDifference
            }
            isNaivelyFound =
                isNaivelyFound || Self.isNaivelyDifferent(comparison.total(.first), comparison.total(.second))
        }
        return Outcome(
            experiments: 1, alwaysValid: isFound ? 1 : 0, atEnd: comparison.claimsDifference ? 1 : 0,
            naive: isNaivelyFound ? 1 : 0)
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
