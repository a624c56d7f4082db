import Foundation

/// An upper bound of the chance of a tap, from the taps so far.
///
/// It is computed after 1, 2, 4, 8, … exposures by the bound of Chernoff ("A measure of asymptotic efficiency for tests
/// of a hypothesis based on the sum of observations", Annals of Mathematical Statistics 23, 1952), each time with a
/// smaller chance of error, and holds from then on.
///
/// Law: where each exposure is tapped with the same chance, whatever happened before it, the bound is below that chance
/// at any time with probability `exp(-evidence)` at most.
struct TapRateBound {
    /// 0 to 1; 1 before the first exposure.
    private(set) var upper = 1.0
    private(set) var exposures = 0
    private(set) var taps = 0
    private let evidence: Double

    /// - Parameter evidence: the negative logarithm of the chance of error, over all times; 0 or more.
    init(evidence: Double) { self.evidence = evidence }

    var clickThrough: ClickThrough { ClickThrough(impressions: exposures, taps: taps) }

    mutating func add(wasTapped: Bool) {
        exposures += 1
        if wasTapped { taps += 1 }
        guard exposures & (exposures - 1) == 0 else { return }
        // The chances of error of all looks, 1/(k(k + 1)), add up to 1.
        let look = Double(exposures.trailingZeroBitCount + 1)
        upper = min(upper, bound(evidence + log(look * (look + 1))))
    }

    /// The greatest chance under which so few taps are likelier than `exp(-evidence)`.
    private func bound(_ evidence: Double) -> Double {
        let share = Double(taps) / Double(exposures)
        var (low, high) = (share, 1.0)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if Double(exposures) * Self.divergence(share, middle) <= evidence { low = middle } else { high = middle }
        }
        return high
    }

    /// The relative entropy of two chances, from one to the other.
    private static func divergence(_ share: Double, _ chance: Double) -> Double {
        func term(_ left: Double, _ right: Double) -> Double { left == 0 ? 0 : left * log(left / right) }
        return term(share, chance) + term(1 - share, 1 - chance)
    }
}
