/// What a run did to the section config.
public struct SectionsReport: Equatable, Sendable {
    /// `complete` for a new revision, `unchanged`, or `failed`.
    public package(set) var outcome: CollectionOutcome
    /// The number of the revision in force; nil before the first good one.
    public package(set) var revision: Int?
    /// Why the config could not be read, so that the last good one stays in force.
    public package(set) var failure: SyncFailure?

    /// A report, as for a test.
    public init(outcome: CollectionOutcome, revision: Int?, failure: SyncFailure? = nil) {
        (self.outcome, self.revision, self.failure) = (outcome, revision, failure)
    }

    /// Whether the server failed. Being offline or stopped does not count: the next run starts at once.
    package var isServerFailure: Bool { outcome == .failed && failure?.reach == .reached }
}

/// What a run did: the result of `sync`, `refresh` and `more`.
public struct SyncReport: Equatable, Sendable {
    /// The run's number in the ledger; that of the last run where everything was younger than was asked about, so that there
    /// was none; nil for a dry run, which leaves no trace.
    public let run: Int64?
    /// Requests sent, retries included.
    public package(set) var requests: Int
    /// Bytes of answers as they crossed the wire, headers apart.
    public package(set) var bytes: Int
    /// Wall-clock time.
    public package(set) var seconds: Double
    /// Nil where the manifest has no section config or only named collections were synced.
    public package(set) var sections: SectionsReport?
    /// In manifest order.
    public package(set) var collections: [CollectionReport]
    /// The delivery of pending events; nil where there were none, or the source takes none.
    public package(set) var events: DeliveryReport?
    /// The pictures and files that items name; nil where none are kept.
    public package(set) var assets: AssetReport?

    /// A report, as for a test: by default of a sync that had nothing to do.
    public init(
        run: Int64?, requests: Int = 0, bytes: Int = 0, seconds: Double = 0, sections: SectionsReport? = nil,
        collections: [CollectionReport] = [], events: DeliveryReport? = nil, assets: AssetReport? = nil
    ) {
        (self.run, self.requests, self.bytes, self.seconds) = (run, requests, bytes, seconds)
        (self.sections, self.collections, self.events, self.assets) = (sections, collections, events, assets)
    }

    package var namedWarnings: [String] {
        collections.flatMap(\.namedWarnings) + [assets?.warning].compactMap(\.self)
    }

    /// Whether the run was stopped before any part of it had done something.
    package var wasStoppedAtOnce: Bool {
        let failures = collections.map(\.failure) + (sections.map { [$0.failure] } ?? [])
        return failures.allSatisfy { $0?.code == .interrupted } && collections.allSatisfy { $0.pages == 0 }
            && events == nil
    }

    /// The outcome of all parts together; where no collection could be synced, that of the collections.
    public var outcome: SyncOutcome {
        let ofCollections = SyncOutcome(of: collections.map(\.outcome))
        if ofCollections == .failed || ofCollections == .deferred { return ofCollections }
        return SyncOutcome(of: collections.map(\.outcome) + (sections.map { [$0.outcome] } ?? []))
    }
}

/// How a run over all its collections ended.
@nonexhaustive public enum SyncOutcome: String, Codable, CaseIterable, Sendable {
    case complete, unchanged, partial, failed, deferred

    /// What the ledger has of a run that was stopped before it was done: that has no outcome.
    package static let interrupted = "interrupted"

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

/// What a run did to the pictures and files that items name.
public struct AssetReport: Equatable, Sendable {
    /// URLs whose content was not there, or was another one.
    public package(set) var stored = 0
    /// URLs that were asked for and are as they were.
    public package(set) var unchanged = 0
    /// URLs that could not be had.
    public package(set) var failed = 0
    /// URLs for which there was no room.
    public package(set) var left = 0
    /// Why the last one could not be had, for people; nil where none failed.
    public package(set) var lastFailure: String?

    /// By default none was asked for.
    public init(stored: Int = 0, unchanged: Int = 0, failed: Int = 0, left: Int = 0, lastFailure: String? = nil) {
        (self.stored, self.unchanged, self.failed) = (stored, unchanged, failed)
        (self.left, self.lastFailure) = (left, lastFailure)
    }

    package var isEmpty: Bool { stored + unchanged + failed + left == 0 }

    package var warning: String? {
        guard failed + left > 0 else { return nil }
        // What is left is what had no room, unless the server was given up.
        if failed == 0 { return "pictures: no room for \(left.of("URL")); give them more with “assets_max”" }
        let parts = [
            failed > 0 ? "\(failed.of("URL")) could not be had; of the last, \(lastFailure ?? "")" : nil,
            left > 0 ? "\(left.of("URL")) left for later" : nil,
        ]
        return "pictures: \(parts.compactMap(\.self).joined(separator: "; "))"
    }
}
