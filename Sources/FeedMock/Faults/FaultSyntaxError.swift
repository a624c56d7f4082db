/// Why the text of a fault cannot be read.
public enum FaultSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no `:` in it.
    case noFault(String)
    /// There is nothing in front of the `:`.
    case noPath
    /// What follows the `:` is no fault.
    case unknownFault(String)
    /// What follows the `*` is no number of times.
    case badTimes(String)
    /// What follows the `%` is no percentage.
    case badPercent(String)
    /// A number of seconds cannot be read or is out of range.
    case badSeconds(String)
    /// A number of bytes cannot be read or is not positive.
    case badBytes(String)

    /// Stable, for programs.
    public var code: String {
        switch self {
        case .noFault: "fault_missing"
        case .noPath: "fault_path_missing"
        case .unknownFault: "fault_unknown"
        case .badTimes: "fault_times"
        case .badPercent: "fault_percent"
        case .badSeconds: "fault_seconds"
        case .badBytes: "fault_bytes"
        }
    }

    /// For people.
    public var description: String {
        switch self {
        case .noFault(let text): "fault “\(text)” has no “:”; write PATH:FAULT, as in photos:503*2"
        case .noPath: "the fault has no path in front of its “:”; write “*” for any"
        case .unknownFault(let text):
            "“\(text)” is no fault; there are \(Fault.shortSyntax)"
        case .badTimes(let text): "“\(text)” after the “*” is neither a number of times from 1 nor “all”"
        case .badPercent(let text): "“\(text)” after the “%” is no percentage from 0 to 100"
        case .badSeconds(let text): "“\(text)” is no number of seconds this fault can have"
        case .badBytes(let text): "“\(text)” is no number of bytes from 1"
        }
    }
}
