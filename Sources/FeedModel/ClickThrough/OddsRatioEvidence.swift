import Foundation

/// The evidence of pairs of exposures about the ratio of the odds of a tap between two groups, valid at every look.
///
/// # Method
///
/// A pair is an exposure of each group at the same position (`PositionPairs`). Pairs that were both tapped, or neither,
/// say nothing; of the others, the share in which the first group was tapped depends on the odds ratio alone, not on
/// how often people tap at that position (McNemar, "Note on the sampling error of the difference between correlated
/// proportions", Psychometrika 12, 1947). Wald tested two rates by such pairs, one after another ("Sequential tests of
/// statistical hypotheses", Annals of Mathematical Statistics 16, 1945). Here a bettor plays against "the odds ratio is
/// r", under which the first group wins a pair with the chance t = r/(1 + r). One who believes in the chance s has his
/// capital multiplied by s/t when the first group wins, by (1 - s)/(1 - t) when the second one does, and by 1 for any
/// other pair. The capital of many such bettors is averaged over a fixed distribution of s (the method of mixtures:
/// Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41,
/// 1970). A large capital is evidence against r (Shafer, "Testing by betting", Journal of the Royal Statistical Society
/// A 184, 2021). The ratios without such evidence are a confidence sequence (Howard, Ramdas, McAuliffe and Sekhon,
/// "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49, 2021).
///
/// # Assumption
///
/// At each position, an exposure of a group is tapped with the same chance each time, whatever happened before it; the
/// odds of the two groups have the ratio r. Under "no difference", r = 1: the chance depends on the position alone.
///
/// Nothing is assumed about what is exposed next, where and when: that may depend on everything that happened before,
/// taps included. So the cascade model (Craswell, Zoeter, Taylor and Ramsey, "An experimental comparison of click
/// position-bias models", WSDM 2008) is covered, in which a tap ends the look further down, and so are readers who come
/// back for what they tapped, and servers that show more of what is tapped.
///
/// # Law
///
/// The chance that the evidence against the true ratio ever comes to `1/(α - boundError)` is at most α, over all looks
/// together, so the interval holds the true ratio at all looks at once with a chance of at least 1 - α.
///
/// Proof. While one exposure of a pair waits for the other, give its bet the value v that it is worth on average. Let
/// its group be the first one and p the other group's chance of a tap. If it was tapped, the pair is won unless the
/// other is tapped, too: v = p + (1 - p)s/t. If it was not, the pair is lost when the other is tapped: v = 1 - p + p(1
/// - s)/(1 - t). Both averaged over its own tap give 1, for odds in the ratio r. So with every exposure, whichever
/// comes next, the product of payoffs and values stays the same on average, given all that happened before: either it
/// opens a bet that is worth 1 on average, or it closes one that is worth on average what it pays, or it changes
/// nothing. Averages of such products over s are a test martingale; by the inequality of Ville ("Étude critique de la
/// notion de collectif", 1939) it ever comes to c with a chance of at most 1/c. As p is not known, the smallest v for p
/// from 0 to a bound of it is taken (`TapRateBound`), which is too high a value only if some bound fails: `boundError`
/// at most, over all positions and times. Without values for what waits, the product would not be fair: in the cascade,
/// whether a partner comes sooner or later depends on the tap.
///
/// Continuous monitoring of experiments by such tests is described by Johari, Koomen, Pekelis and Walsh ("Always valid
/// inference: continuous monitoring of A/B tests", Operations Research 70, 2022).
struct OddsRatioEvidence {
    /// The chance that a bound of a rate ever fails, at any position.
    static let boundError = 0.0005

    /// The negative logarithm of the chance of error of the two bounds at a position. Over all positions they add up to
    /// `boundError`.
    static func boundEvidence(position: Int) -> Double {
        let place = Double(max(0, position)) + 1
        return log(2 / boundError) + log(place) + log1p(place)
    }

    /// Exposures that wait for a partner, with the same bound of that partner's rate.
    struct Waiting {
        let group: ComparedGroup
        let partnerBound: Double
        let tapped: Int
        let untapped: Int
    }

    /// Pairs in which the first group alone was tapped, at all positions.
    let firstWins: Int
    let secondWins: Int
    let waiting: [Waiting]

    /// The logarithm of the evidence against an odds ratio, given by its logarithm. O(points of the mixture × positions
    /// where something waits).
    func logE(against logRatio: Double = 0) -> Double {
        let values = Self.mixture.map { $0.logWeight + logCapital($0.logRatio, logRatio) }
        let greatest = values.max() ?? 0
        return greatest + log(values.reduce(0) { $0 + exp($1 - greatest) })
    }

    /// Not below what `logE()` is with so many wins, and so many taps among what waits: found without the mixture.
    static func mostLogE(firstWins: Int, secondWins: Int, waitingTaps: Int) -> Double {
        let (first, second) = (Double(firstWins), Double(secondWins))
        func term(_ wins: Double) -> Double { wins == 0 ? 0 : wins * log(2 * wins / (first + second)) }
        return term(first) + term(second) + Double(waitingTaps) * log(2)
    }

    private func logCapital(_ believed: Double, _ claimed: Double) -> Double {
        let win = Self.logChance(believed) - Self.logChance(claimed)
        let loss = Self.logChance(-believed) - Self.logChance(-claimed)
        var sum = Double(firstWins) * win + Double(secondWins) * loss
        for line in waiting {
            let (own, other) = line.group == .first ? (exp(win), exp(loss)) : (exp(loss), exp(win))
            let bound = line.partnerBound
            // Both values are linear in the partner's chance of a tap: the smallest one is at an end of its range.
            if line.tapped > 0 { sum += Double(line.tapped) * log(min(own, bound + (1 - bound) * own)) }
            if line.untapped > 0 { sum += Double(line.untapped) * log(min(1, 1 - bound + bound * other)) }
        }
        return sum
    }

    /// The logarithm of the chance that the first group wins a pair: of r/(1 + r).
    private static func logChance(_ logRatio: Double) -> Double {
        // -log(1 + exp(-x)) without overflow.
        min(logRatio, 0) - log1p(exp(-abs(logRatio)))
    }

    /// Beyond this, a logarithm of an odds ratio counts as infinite.
    private static let farthest = 20.0

    /// The most likely logarithm of the odds ratio, first group to second; nil before any pair says something, infinite
    /// where all of them say the same.
    var estimate: Double? {
        guard firstWins + secondWins > 0 else { return nil }
        return log(Double(firstWins)) - log(Double(secondWins))
    }

    /// The logarithms of the odds ratios against which there is less evidence than `1/(α - boundError)`.
    func interval(alpha: Double) -> (low: Double, high: Double) {
        guard let estimate else { return (-.infinity, .infinity) }
        func isRuledOut(_ logRatio: Double) -> Bool { logE(against: logRatio) >= Self.threshold(alpha: alpha) }
        let inside = min(max(estimate, -Self.farthest), Self.farthest)
        let low = isRuledOut(-Self.farthest) ? Self.bisect(-Self.farthest, inside) { isRuledOut($0) } : -.infinity
        let high = isRuledOut(Self.farthest) ? Self.bisect(inside, Self.farthest) { !isRuledOut($0) } : .infinity
        return (low, high)
    }

    /// The logarithm of the evidence at which a ratio is ruled out.
    ///
    /// - Parameter alpha: above `boundError`.
    static func threshold(alpha: Double) -> Double { -log(alpha - boundError) }

    /// Where a condition that holds at `low` stops holding.
    private static func bisect(_ low: Double, _ high: Double, while holds: (Double) -> Bool) -> Double {
        var (low, high) = (low, high)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if holds(middle) { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Odds ratios from 1.002 to 55, and the same the other way round: as close together as they are to 1, so that
    /// small differences are found in many taps and large ones in few. Weighted like a Cauchy distribution of their
    /// logarithms with a scale of one half. Any fixed weights keep the law; these decide how soon a difference is
    /// found.
    private static let mixture: [(logRatio: Double, logWeight: Double)] = {
        let sizes = (0...25).map { 0.002 * pow(2000, Double($0) / 25) }
        let weights = sizes.map { $0 / (1 + 4 * $0 * $0) }
        let sum = 2 * weights.reduce(0, +)
        return zip(sizes, weights).flatMap { size, weight in
            [(-size, log(weight / sum)), (size, log(weight / sum))]
        }
    }()
}

extension OddsRatioEvidence {
    init(_ positions: [PositionPairs]) {
        firstWins = positions.reduce(0) { $0 + $1.firstWins }
        secondWins = positions.reduce(0) { $0 + $1.secondWins }
        waiting = positions.filter { !$0.waiting.isEmpty }.map { pairs in
            Waiting(
                group: pairs.waitingGroup, partnerBound: pairs[pairs.waitingGroup.other].upper,
                tapped: pairs.waitingTaps, untapped: pairs.waiting.count - pairs.waitingTaps)
        }
    }
}
