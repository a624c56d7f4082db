package struct SectionsReport: Equatable, Sendable {
    /// `complete` for a new revision, `unchanged`, or `failed`.
    package var outcome: CollectionOutcome
    /// The number of the revision in force; nil before the first good one.
    package var revision: Int?
    /// Why the config could not be read, so that the last good one stays in force.
    package var failure: SyncFailure?

    package init(outcome: CollectionOutcome, revision: Int?, failure: SyncFailure? = nil) {
        self.outcome = outcome
        self.revision = revision
        self.failure = failure
    }
}

extension SectionsReport {
    /// Whether the server failed. Being offline or stopped does not count: the next run starts at once.
    package var isServerFailure: Bool { outcome == .failed && failure?.reach == .reached }
}

/// What a run did: the result of `sync`, `refresh` and `more`.
package struct RunReport: Equatable, Sendable {
    /// The run's number in the ledger; nil for a dry run, which leaves no trace.
    package let run: Int64?
    /// Requests sent, retries included.
    package var requests: Int
    /// Bytes of answers as they crossed the wire, headers apart.
    package var bytes: Int
    /// Wall-clock time.
    package var seconds: Double
    /// Nil where the manifest has no section config or only named collections were synced.
    package var sections: SectionsReport?
    /// In manifest order.
    package var collections: [CollectionReport]
    /// The delivery of pending events; nil where there were none, or the source takes none.
    package var events: DeliveryReport?

    package init(
        run: Int64?, requests: Int = 0, bytes: Int = 0, seconds: Double = 0, sections: SectionsReport? = nil,
        collections: [CollectionReport] = [], events: DeliveryReport? = nil
    ) {
        self.run = run
        self.requests = requests
        self.bytes = bytes
        self.seconds = seconds
        self.sections = sections
        self.collections = collections
        self.events = events
    }

    package var outcome: RunOutcome {
        RunOutcome(of: collections.map(\.outcome) + (sections.map { [$0.outcome] } ?? []))
    }
}

/// How a run over all its collections ended.
package enum RunOutcome: String, Codable, CaseIterable, Sendable {
    case complete, unchanged, partial, failed, deferred

    /// Sums up the outcomes of a run's parts (its collections, and the section config where it was asked for).
    ///
    /// Nothing to do is `unchanged`. Parts that all failed are `failed`, that all wait `deferred`; a mixture, or
    /// anything held back or interrupted, is `partial`.
    package init(of parts: [CollectionOutcome]) {
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
