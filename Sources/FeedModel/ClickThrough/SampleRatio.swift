import Foundation

/// Whether two groups were seen in the expected proportion: an alarm for a split that does not work.
///
/// The sequential test of Lindon and Malek ("Anytime-valid inference for multinomial count data", Advances in Neural
/// Information Processing Systems 35, 2022): the likelihood ratio of a mixture, a beta distribution around the expected
/// share, against that share.
///
/// Law: where the proportion is as expected, the chance that the alarm ever goes off is at most 1 %, however often one
/// looks.
package struct SampleRatio: Hashable, Sendable {
    /// The expected share of the first group: above 0 and below 1.
    package let expectedShare: Double
    package let first: Int
    package let second: Int

    /// How strongly the mixture leans to the expected share, in exposures.
    private static let concentration = 50.0
    /// The chance of a false alarm, over all looks.
    static let alpha = 0.01

    /// - Parameters:
    ///   - first, second: impressions, 0 or more.
    ///   - expectedShare: of the first group; what lies outside of 0.000001 to 0.999999 becomes the nearest inside.
    package init(first: Int, second: Int, expectedShare: Double = 0.5) {
        self.first = max(0, first)
        self.second = max(0, second)
        self.expectedShare = expectedShare.isNaN ? 0.5 : min(max(1e-6, expectedShare), 1 - 1e-6)
    }

    var logE: Double {
        let (n, m) = (Double(first), Double(second))
        let (a, b) = (Self.concentration * expectedShare, Self.concentration * (1 - expectedShare))
        return Self.logBeta(a + n, b + m) - Self.logBeta(a, b) - n * log(expectedShare) - m * log1p(-expectedShare)
    }

    /// Always valid: 0 to 1.
    package var pValue: Double { min(1, exp(-logE)) }

    package var isAlarming: Bool { pValue <= Self.alpha }

    private static func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }
}
