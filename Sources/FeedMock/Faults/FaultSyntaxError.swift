public import FeedModel

/// Why the text of a fault cannot be read.
@nonexhaustive public enum FaultSyntaxError: ReportableError, Equatable, Sendable {
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
    public var code: String { report.code }

    /// For people.
    public var description: String { report.message }

    package var report: ErrorReport {
        switch self {
        case .noFault(let text):
            ErrorReport(.usage, "fault_missing", "fault “\(text)” has no “:”; write PATH:FAULT, as in photos:503*2")
        case .noPath:
            ErrorReport(.usage, "fault_path_missing", "the fault has no path in front of its “:”; write “*” for any")
        case .unknownFault(let text):
            ErrorReport(.usage, "fault_unknown", "“\(text)” is no fault; there are \(Fault.shortSyntax)")
        case .badTimes(let text):
            ErrorReport(.usage, "fault_times", "“\(text)” after the “*” is neither a number of times from 1 nor “all”")
        case .badPercent(let text):
            ErrorReport(.usage, "fault_percent", "“\(text)” after the “%” is no percentage from 0 to 100")
        case .badSeconds(let text):
            ErrorReport(.usage, "fault_seconds", "“\(text)” is no number of seconds this fault can have")
        case .badBytes(let text): ErrorReport(.usage, "fault_bytes", "“\(text)” is no number of bytes from 1")
        }
    }
}
