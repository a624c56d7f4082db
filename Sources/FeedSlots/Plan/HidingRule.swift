/// Why an ad takes no row, though it is kept.
public enum HidingRule: Equatable, Sendable {
    /// It would be the first row, and the policy asks for none there.
    case first
    /// It would be the last row, and the policy says no to `trailing`.
    case last
    /// Only `distance` content items stand between it and the ad above.
    case tooNear(distance: Int, minGap: Int)
}
