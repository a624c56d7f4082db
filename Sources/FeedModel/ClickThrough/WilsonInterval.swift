/// The score interval of a proportion (Wilson, "Probable inference, the law of succession, and statistical inference",
/// Journal of the American Statistical Association 22, 1927), at 95 %.
///
/// Laws: `0 <= low <= proportion <= high <= 1`; without trials the interval is 0 to 1. Unlike the
/// estimate plus or minus two standard errors, it is useful for few trials, and where none or all succeed.
package struct WilsonInterval: Hashable, Sendable {
    package let low: Double
    package let high: Double

    /// The 97.5 % point of the normal distribution.
    package static let z = 1.959_963_984_540_054

    /// - Parameters:
    ///   - successes: 0 to `trials`; a value outside becomes the nearest inside.
    ///   - trials: 0 or more.
    package init(successes: Int, of trials: Int) {
        let trials = max(0, trials)
        let successes = min(max(0, successes), trials)
        guard trials > 0 else {
            (low, high) = (0, 1)
            return
        }
        let n = Double(trials)
        let p = Double(successes) / n
        let square = Self.z * Self.z / n
        let center = (p + square / 2) / (1 + square)
        let half = (p * (1 - p) * square + square * square / 4).squareRoot() / (1 + square)
        // Rounding must not push the estimate out of its own interval.
        low = successes == 0 ? 0 : min(max(0, center - half), p)
        high = successes == trials ? 1 : max(min(1, center + half), p)
    }
}
