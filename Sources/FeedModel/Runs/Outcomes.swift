/// How the walk of one collection ended. The raw values are those of `sync --json` and of the database.
public enum CollectionOutcome: String, Codable, CaseIterable, Sendable {
    /// The walk is whole and the cache changed.
    case complete
    /// The walk is whole, or the server said so, and nothing changed.
    case unchanged
    /// Some pages are in; the next sync goes on behind them.
    case interrupted
    /// No page is in, or the walk makes no sense.
    case failed
    /// The walk would have removed more than half of the list and is held back.
    case suspiciousShrink = "suspicious_shrink"
    /// Nothing was asked: the server told us to wait.
    case deferred

    /// Whether the collection is as the server has it.
    public var isSuccess: Bool { self == .complete || self == .unchanged }
}

/// How a run over all its collections ended.
public enum RunOutcome: String, Codable, CaseIterable, Sendable {
    case complete, unchanged, partial, failed, deferred

    /// Sums up the outcomes of a run's parts (its collections, and the section config where it was asked for).
    ///
    /// Nothing to do is `unchanged`. Parts that all failed are `failed`, that all wait `deferred`; a mixture, or
    /// anything held back or interrupted, is `partial`.
    public init(of parts: [CollectionOutcome]) {
        if parts.allSatisfy({ $0 == .unchanged }) {
            self = .unchanged
        } else if parts.allSatisfy(\.isSuccess) {
            self = .complete
        } else if parts.allSatisfy({ $0 == .deferred }) {
            self = .deferred
        } else if parts.allSatisfy({ $0 == .failed || $0 == .deferred }) {
            self = .failed
        } else {
            self = .partial
        }
    }
}
