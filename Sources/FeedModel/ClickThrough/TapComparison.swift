import Foundation

/// One of two groups of exposures that are compared: two sections, two items, or two arrangements of a section.
public enum ComparedGroup: Hashable, Sendable, CaseIterable {
    case first, second

    /// The other one.
    var other: ComparedGroup { self == .first ? .second : .first }
}

/// Two groups compared by taps, position by position, so that "the first row is tapped most" does not look like "this
/// item is tapped most", and in a way that may be looked at after every exposure; see `OddsRatioEvidence` for its laws.
///
/// Exposures are handed over in the order they happened, each with whether it was tapped. At each position a block is
/// closed as soon as both groups stand in it; an open one waits, and is in the rates only. What a tap at one position
/// says about another is not asked: a position that only one group stood at says nothing about the two.
///
/// An exposure whose tap is still to come counts as one without until then; taps follow in seconds.
///
/// Exposures are taken as independent given their positions. Many by one user are less than that: a liking of that user
/// counts as a difference, which it is, for that user.
public struct TapComparison: Sendable {
    /// The chance of a false claim, over all looks: 5 %.
    public static let alpha = 0.05

    private var strata: [Int: Stratum] = [:]
    private var evidence = OddsRatioEvidence()
    /// The logarithm of the greatest evidence there ever was.
    private(set) var greatestLogE = 0.0

    /// Without exposures.
    public init() {}

    /// Takes the next exposure.
    ///
    /// - Parameters:
    ///   - group: what was exposed.
    ///   - position: the row it stood on.
    ///   - wasTapped: whether it was tapped, however often.
    public mutating func expose(_ group: ComparedGroup, position: Int, wasTapped: Bool) {
        guard let block = strata[position, default: Stratum()].expose(group, wasTapped) else { return }
        evidence.add(block)
        greatestLogE = max(greatestLogE, evidence.logE)
    }

    // MARK: Counts

    /// All exposures of a group.
    public func total(_ group: ComparedGroup) -> ClickThrough {
        let counts = strata.values.map { $0.all[group] }
        return ClickThrough(
            impressions: counts.reduce(0) { $0 + $1.exposures }, taps: counts.reduce(0) { $0 + $1.taps })
    }

    /// The positions that both groups stood at, ascending.
    public var sharedPositions: [Int] {
        strata.filter { $0.value.all.first.exposures > 0 && $0.value.all.second.exposures > 0 }.keys.sorted()
    }

    /// Both rates as they would be at the same positions; nil where they share none.
    public var rates: StratifiedRates? {
        // In order, so that sums of fractions come out the same each time.
        StratifiedRates(
            sharedPositions.compactMap { strata[$0]?.all }.map { ($0.first.clickThrough, $0.second.clickThrough) })
    }

    // MARK: Verdict

    /// What may be claimed.
    public enum Verdict: Hashable, Sendable {
        /// The two never stood at the same position: what is due to the position cannot be told from what is due to
        /// them.
        case notComparable
        /// Not yet, or there is none worth speaking of.
        case noDifference
        /// It is tapped more often.
        case higher(ComparedGroup)
    }

    /// What may be claimed now. Over all looks together, a claim is false with a chance of 5 % at most.
    public var verdict: Verdict {
        guard !sharedPositions.isEmpty else { return .notComparable }
        let (low, high) = evidence.interval(alpha: Self.alpha)
        if low > 0 { return .higher(.first) }
        if high < 0 { return .higher(.second) }
        return .noDifference
    }

    /// The evidence against "no difference": a bettor on a difference who began with 1 would have this now.
    public var eValue: Double { exp(min(evidence.logE, 700)) }

    /// The always-valid p-value of this moment: 0 to 1. (That of the greatest evidence so far would be valid too.)
    public var pValue: Double { min(1, exp(-evidence.logE)) }

    /// The most likely ratio of the odds of a tap, first group to second, at equal positions: 0 to infinity. Nil while
    /// nothing is known of it. Where taps are rare, odds and rates are nearly the same.
    public var oddsRatio: Double? { evidence.estimate.map { exp($0) } }

    /// Where the true ratio of the odds lies, at all looks at once with 95 % certainty: 0 to infinity.
    public var oddsRatioInterval: (low: Double, high: Double) {
        let (low, high) = evidence.interval(alpha: Self.alpha)
        return (exp(low), exp(high))
    }
}

/// The exposures at one position.
private struct Stratum {
    private(set) var all = Pair()
    private var open = Pair()

    /// Counts an exposure; gives the block that it closes.
    mutating func expose(_ group: ComparedGroup, _ wasTapped: Bool) -> OddsRatioEvidence.Block? {
        all[group].add(wasTapped)
        open[group].add(wasTapped)
        let rest = open[group.other]
        guard rest.exposures > 0 else { return nil }
        defer { open = Pair() }
        return OddsRatioEvidence.Block(
            single: group, exposures: rest.exposures + 1, taps: rest.taps + (wasTapped ? 1 : 0),
            isSingleTapped: wasTapped)
    }

    struct Pair {
        var first = Count()
        var second = Count()

        subscript(group: ComparedGroup) -> Count {
            get { group == .first ? first : second }
            set { if group == .first { first = newValue } else { second = newValue } }
        }
    }

    struct Count {
        private(set) var exposures = 0
        private(set) var taps = 0

        mutating func add(_ wasTapped: Bool) {
            exposures += 1
            if wasTapped { taps += 1 }
        }

        var clickThrough: ClickThrough { ClickThrough(impressions: exposures, taps: taps) }
    }
}
