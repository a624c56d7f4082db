import Foundation

/// What blocks of exposures say about the ratio of the odds of a tap between two groups, however often one looks.
///
/// A block is a few exposures of both groups at the same position, side by side in time. Given how many taps it had in
/// all, who of the two got them depends on the odds ratio alone, not on how often people tap at that position, on that
/// day (the noncentral hypergeometric distribution; Cornfield, "A statistical problem arising from retrospective
/// studies", Proc. Third Berkeley Symposium, 1956). The likelihood ratio against "no difference", averaged over a fixed
/// distribution of odds ratios, is the method of mixtures of Robbins ("Statistical methods related to the law of the
/// iterated logarithm", Annals of Mathematical Statistics 41, 1970). That sequences of blocks give exact tests of two
/// streams is from Turner, Ly and Grünwald ("Generic E-variables for exact sequential k-sample tests that allow for
/// optional stopping", Journal of Statistical Planning and Inference 230, 2024); intervals that hold at all looks are
/// the confidence sequences of Howard, Ramdas, McAuliffe and Sekhon (Annals of Statistics 49, 2021).
///
/// Laws, if exposures are tapped independently of each other, and whoever orders them cannot foresee the taps:
/// - Where there is no difference, `e` is expected to be at most 1 after any number of blocks, and the chance that it
///   ever comes to 1/α is at most α (Ville 1939): exactly, for small counts too, and whatever the rates are and how
///   they change from block to block.
/// - With a chance of at least 1 - α the interval holds the true ratio at all looks at once. It leaves out 1 just when
///   `e` is above 1/α.
struct OddsRatioEvidence: Sendable {
    /// A block says something if it has both taps and exposures without one.
    struct Block: Hashable, Sendable {
        /// Which group has one exposure, the last of the block; all the others are of the other group.
        let single: ComparedGroup
        /// All its exposures, 2 or more.
        let exposures: Int
        /// All its taps: 0 to `exposures`.
        let taps: Int
        /// Whether the single one was tapped.
        let isSingleTapped: Bool
    }

    /// How often each kind of block was seen; those that say nothing are not kept.
    private var blocks: [Block: Int] = [:]
    /// For each logarithm of an odds ratio of the mixture, the logarithm of its likelihood, less that of no difference.
    private var logLikelihoods = [Double](repeating: 0, count: mixture.count)
    /// The logarithm of `e` now.
    private(set) var logE = 0.0

    /// Takes one more block. O(points of the mixture).
    mutating func add(_ block: Block) {
        guard block.taps > 0, block.taps < block.exposures else { return }
        blocks[block, default: 0] += 1
        let curve = block.curve
        let atNone = curve.logLikelihood(0)
        for (index, point) in Self.mixture.enumerated() {
            logLikelihoods[index] += curve.logLikelihood(point.logRatio) - atNone
        }
        logE = Self.logMean(logLikelihoods)
    }

    // MARK: Interval

    /// Beyond this, a logarithm of an odds ratio counts as infinite.
    private static let farthest = 20.0

    /// The most likely logarithm of the odds ratio, first group to second; nil before any block says something,
    /// infinite where all of them say the same.
    var estimate: Double? {
        guard !blocks.isEmpty else { return nil }
        if slope(Self.farthest) >= 0 { return .infinity }
        if slope(-Self.farthest) <= 0 { return -.infinity }
        // The logarithm of the likelihood is concave: its slope falls.
        return Self.bisect(-Self.farthest, Self.farthest) { slope($0) > 0 }
    }

    /// The logarithms of the odds ratios that are not ruled out at 1 - α.
    func interval(alpha: Double) -> (low: Double, high: Double) {
        guard let estimate else { return (-.infinity, .infinity) }
        let threshold = logE + log(alpha)
        func isRuledOut(_ logRatio: Double) -> Bool { logLikelihood(logRatio) < threshold }
        let inside = min(max(estimate, -Self.farthest), Self.farthest)
        let low =
            isRuledOut(-Self.farthest)
            ? Self.bisect(-Self.farthest, inside) { isRuledOut($0) } : -.infinity
        let high =
            isRuledOut(Self.farthest)
            ? Self.bisect(inside, Self.farthest) { !isRuledOut($0) } : .infinity
        return (low, high)
    }

    /// Against no difference.
    private func logLikelihood(_ logRatio: Double) -> Double {
        blocks.reduce(0) { sum, entry in
            let curve = entry.key.curve
            return sum + Double(entry.value) * (curve.logLikelihood(logRatio) - curve.logLikelihood(0))
        }
    }

    private func slope(_ logRatio: Double) -> Double {
        blocks.reduce(0) { $0 + Double($1.value) * $1.key.curve.slope(logRatio) }
    }

    /// Where a condition that holds at `low` stops holding.
    private static func bisect(_ low: Double, _ high: Double, while holds: (Double) -> Bool) -> Double {
        var (low, high) = (low, high)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if holds(middle) { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    // MARK: Mixture

    /// Odds ratios from 1.002 to 55, and the same the other way round: as close together as they are to 1, so that small
    /// differences are found in many taps and large ones in few. Weighted like a Cauchy distribution of their logarithms
    /// with a scale of one half. Any fixed weights keep the laws; these decide how soon a difference is found.
    private static let mixture: [(logRatio: Double, logWeight: Double)] = {
        let sizes = (0...25).map { 0.002 * pow(2000, Double($0) / 25) }
        let weights = sizes.map { $0 / (1 + 4 * $0 * $0) }
        let sum = 2 * weights.reduce(0, +)
        return zip(sizes, weights).flatMap { size, weight in
            [(-size, log(weight / sum)), (size, log(weight / sum))]
        }
    }()

    private static func logMean(_ logLikelihoods: [Double]) -> Double {
        var greatest = -Double.infinity
        for (index, value) in logLikelihoods.enumerated() { greatest = max(greatest, value + mixture[index].logWeight) }
        var sum = 0.0
        for (index, value) in logLikelihoods.enumerated() { sum += exp(value + mixture[index].logWeight - greatest) }
        return greatest + log(sum)
    }
}

extension OddsRatioEvidence.Block {
    /// The chance that the single exposure was not tapped, given all taps of its block, is a logistic function of the
    /// logarithm of the odds ratio.
    fileprivate var curve: Curve {
        // Of the second group: the greater the first one's odds, the likelier the others got the taps.
        Curve(
            sign: single == .second ? 1 : -1, offset: log(Double(exposures - taps) / Double(taps)),
            isSingleTapped: isSingleTapped)
    }
}

private struct Curve {
    let sign: Double
    let offset: Double
    let isSingleTapped: Bool

    func logLikelihood(_ logRatio: Double) -> Double {
        let x = sign * logRatio + offset
        // log(1 + eˣ) without overflow.
        let softplus = max(x, 0) + log1p(exp(-abs(x)))
        return (isSingleTapped ? 0 : x) - softplus
    }

    func slope(_ logRatio: Double) -> Double {
        let x = sign * logRatio + offset
        return sign * ((isSingleTapped ? 0 : 1) - 1 / (1 + exp(-x)))
    }
}
