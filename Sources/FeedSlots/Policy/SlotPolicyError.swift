/// Why an ad policy is refused.
public enum SlotPolicyError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no JSON object.
    case malformed(reason: String)
    /// The value of a key is of the wrong type, out of its range, or contradicts another.
    case value(key: String, reason: String)

    /// A stable name for the case.
    public var code: String {
        switch self {
        case .malformed: "malformed"
        case .value: "policy_value"
        }
    }

    /// What is wrong, with the key and what it should be.
    public var description: String {
        switch self {
        case .malformed(let reason): "the ad policy cannot be read: \(reason)"
        case .value(let key, let reason): "“\(key)” of the ad policy \(reason)"
        }
    }
}
