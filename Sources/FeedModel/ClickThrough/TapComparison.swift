import Foundation

/// One of two groups of exposures that are compared: two sections, two items, or two arrangements of a section.
package enum ComparedGroup: Hashable, Sendable, CaseIterable {
    case first, second

    var other: ComparedGroup { self == .first ? .second : .first }
}

/// Two groups compared by taps, position by position, so that the effect of a row is not taken for that of an item. The
/// result may be looked at after every exposure.
///
/// Exposures are given in the order they happened, each with whether it was tapped. At each position, exposures of the
/// two groups are paired; pairs in which one of the two was tapped are the evidence. See `OddsRatioEvidence` for the
/// method, its assumption, its proof and its literature. A position that only one group was at does not count.
///
/// Law: without a difference, the chance that a difference is ever claimed is at most 5 %, over all looks: with
/// independent taps, with position bias, and in the cascade model, where a tap ends the look further down.
///
/// An exposure counts as untapped until its tap comes, which takes seconds.
///
/// Exposures of one reader to one item within a session depend on each other, and how many there are depends on the taps: who
/// comes back to what was tapped may tap it again. So of such a cluster one exposure counts, the first: one of each
/// cluster is a sample without that dependence, whatever the size of the clusters says (Hoffman, Sen and Weinberg,
/// "Within-cluster resampling", Biometrika 88, 2001). A preference of a user that lasts over sessions counts as a
/// difference, and is one for that user.
package struct TapComparison: Sendable {
    /// The chance of a false claim, over all looks: 5 %.
    package static let alpha = 0.05

    private var positions: [Int: PositionPairs] = [:]

    package init() {}

    /// Takes the next exposure. O(1).
    ///
    /// - Parameters:
    ///   - position: the row it was on, from 0.
    ///   - isReturn: whether the reader has come back to the item in a session: it is not compared.
    package mutating func expose(_ group: ComparedGroup, position: Int, wasTapped: Bool, isReturn: Bool = false) {
        guard !isReturn else { return }
        positions[position, default: PositionPairs(position: position)].expose(group, wasTapped: wasTapped)
    }

    /// In order, so that sums of fractions are the same each time.
    private var pairs: [PositionPairs] { positions.sorted { $0.key < $1.key }.map(\.value) }

    private var evidence: OddsRatioEvidence { OddsRatioEvidence(pairs) }

    package func total(_ group: ComparedGroup) -> ClickThrough {
        let counts = positions.values.map { $0[group] }
        return ClickThrough(
            impressions: counts.reduce(0) { $0 + $1.exposures }, taps: counts.reduce(0) { $0 + $1.taps })
    }

    /// The positions that both groups were at, ascending.
    package var sharedPositions: [Int] {
        positions.filter { $0.value.first.exposures > 0 && $0.value.second.exposures > 0 }.keys.sorted()
    }

    /// Both rates as they would be at the same positions; nil where they share none.
    package var rates: StratifiedRates? {
        StratifiedRates(pairs.map { ($0.first.clickThrough, $0.second.clickThrough) })
    }

    package enum Verdict: Hashable, Sendable {
        /// The two were never at the same position: the effect of the position cannot be separated from theirs.
        case notComparable
        /// None yet, or none that is large enough to show.
        case noDifference
        case higher(ComparedGroup)
    }

    /// What may be claimed now. Over all looks together, a claim is false with a chance of 5 % at most.
    package var verdict: Verdict {
        guard !sharedPositions.isEmpty else { return .notComparable }
        guard claimsDifference, let estimate = evidence.estimate, estimate != 0 else { return .noDifference }
        return .higher(estimate > 0 ? .first : .second)
    }

    /// Whether a difference may be claimed now. Fast where it may not, so that it can be called after every exposure.
    package var claimsDifference: Bool {
        let threshold = OddsRatioEvidence.threshold(alpha: Self.alpha)
        var (first, second, taps) = (0, 0, 0)
        for pairs in positions.values {
            first += pairs.firstWins
            second += pairs.secondWins
            taps += pairs.waitingTaps
        }
        return OddsRatioEvidence.mostLogE(firstWins: first, secondWins: second, waitingTaps: taps) >= threshold
            && evidence.logE() >= threshold
    }

    /// The evidence against "no difference": a bettor on a difference who began with 1 would have this now. Under "no
    /// difference" it comes to `c` at any time with a chance of at most 1/c and 0.0005.
    package var eValue: Double { exp(min(evidence.logE(), 700)) }

    /// The always-valid p-value of this moment: 0.0005 to 1.
    package var pValue: Double { min(1, exp(-evidence.logE()) + OddsRatioEvidence.boundError) }

    /// The most likely ratio of the odds of a tap, first group to second, at equal positions: 0 to infinity. Nil before
    /// any evidence. Where taps are rare, odds and rates are nearly the same.
    package var oddsRatio: Double? { evidence.estimate.map { exp($0) } }

    /// Where the true ratio of the odds lies, at all looks at once with 95 % certainty: 0 to infinity.
    package var oddsRatioInterval: (low: Double, high: Double) {
        let (low, high) = evidence.interval(alpha: Self.alpha)
        return (exp(low), exp(high))
    }
}

/// The rates of two groups as they would be if both had been at the same positions.
///
/// Each position counts with the weight nm / (n + m) of its n and m exposures, so the ratio of the two rates is that of
/// Mantel and Haenszel ("Statistical aspects of the analysis of data from retrospective studies of disease", Journal of
/// the National Cancer Institute 22, 1959), in the form for rates by Rothman. A position that only one group was at has
/// no weight.
package struct StratifiedRates: Hashable, Sendable {
    /// The rate of the first group at the positions of both: 0 to 1.
    package let first: Double
    package let second: Double

    /// - Parameter strata: the counts of both groups, position by position.
    /// - Returns: nil where they were never at the same position.
    init?(_ strata: some Sequence<(first: ClickThrough, second: ClickThrough)>) {
        var weights = 0.0
        var sums = (first: 0.0, second: 0.0)
        for stratum in strata {
            guard let first = stratum.first.rate, let second = stratum.second.rate else { continue }
            let (n, m) = (Double(stratum.first.impressions), Double(stratum.second.impressions))
            let weight = n / (n + m) * m
            weights += weight
            sums.first += weight * first
            sums.second += weight * second
        }
        guard weights > 0 else { return nil }
        first = min(max(0, sums.first / weights), 1)
        second = min(max(0, sums.second / weights), 1)
    }
}
