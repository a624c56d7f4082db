/// The rates of two groups as they would be if both had stood at the same positions.
///
/// Each position counts with the weight nm / (n + m) of its n and m exposures, so the ratio of the two rates is that of
/// Mantel and Haenszel ("Statistical aspects of the analysis of data from retrospective studies of disease", Journal of
/// the National Cancer Institute 22, 1959), for rates as Rothman has it. A position that only one group stood at says
/// nothing, and has no weight.
public struct StratifiedRates: Hashable, Sendable {
    /// The rate of the first group at the positions of both: 0 to 1.
    public let first: Double
    /// The rate of the second group there: 0 to 1.
    public let second: Double

    /// - Parameter strata: the counts of both groups, position by position.
    /// - Returns: nil where they never stood at the same position.
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
