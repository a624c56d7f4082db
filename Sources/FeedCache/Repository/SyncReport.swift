import FeedModel
public import Foundation

/// What a sync did.
public struct SyncReport: Hashable, Sendable {
    /// How a sync ended.
    public enum Outcome: String, Sendable {
        /// Everything is as the server has it, and something changed.
        case complete
        /// Everything is as the server has it, and nothing changed.
        case unchanged
        /// Some of it is as the server has it.
        case partial
        /// None of it could be brought up to date.
        case failed
        /// Nothing was asked for: the server, or repeated failures, said to wait.
        case deferred
    }

    /// What became of one collection.
    public struct Collection: Hashable, Sendable {
        /// How it ended.
        public enum Outcome: String, Sendable {
            /// The whole list was read, and something changed.
            case complete
            /// Nothing changed.
            case unchanged
            /// Some pages are in the cache; the next sync goes on after them.
            case interrupted
            /// No page is in the cache, or the list makes no sense.
            case failed
            /// The list lost more than half of its items, so nothing was removed yet.
            case suspiciousShrink = "suspicious_shrink"
            /// It was not asked for: the server, or repeated failures, said to wait.
            case deferred
        }

        /// The collection's name.
        public let name: String
        /// How it ended.
        public let outcome: Outcome
        /// Pages that were read, those that were unchanged included.
        public let pages: Int
        /// Items that came.
        public let inserted: Int
        /// Items whose content changed.
        public let updated: Int
        /// Items that went.
        public let removed: Int
        /// What items that the sync did not meet, and that are kept for now, wait for: one line for each reason.
        public let waiting: [String]
        /// Why it did not end well; nil where it did.
        public let failure: Failure?
    }

    /// Why something could not be fetched or delivered.
    public struct Failure: Hashable, Sendable {
        /// What kind of failure it is.
        public enum Kind: String, Sendable {
            /// There was no connection, or it broke.
            case connection
            /// The answer took too long.
            case timeout
            /// No secure connection could be made.
            case tls
            /// The server answered with an error status.
            case status = "http_status"
            /// A redirect was not followed.
            case redirect
            /// The answer makes no sense.
            case malformed
            /// The answer is longer than the manifest allows.
            case tooLarge = "too_large"
            /// The list has no end.
            case paginationLoop = "pagination_loop"
            /// The cache could not be written.
            case storage
            /// The task was cancelled before it was done.
            case interrupted
        }

        /// What kind of failure it is.
        public let kind: Kind
        /// The HTTP status, where that is the failure.
        public let status: Int?
        /// One line for people. It holds no secret.
        public let message: String
        /// What to do, where that is more than the kind says.
        public let advice: String?
        /// The earliest time the server wants to be asked again; nil where it does not say.
        public let retryAt: Date?
    }

    /// How the sync ended.
    public let outcome: Outcome
    /// The collections, in the manifest's order.
    public let collections: [Collection]
    /// Why the section config could not be brought up to date; nil where it could, or was not asked for.
    public let sectionsFailure: Failure?
    /// Impressions and taps that were delivered.
    public let deliveredEvents: Int
    /// Impressions and taps that wait for delivery.
    public let waitingEvents: Int
    /// Requests that were sent, retries included.
    public let requests: Int
    /// Bytes of bodies that were received, before unpacking.
    public let bytes: Int
    /// How long it took.
    public let duration: Duration
}

/// What a sync reports while it runs.
public enum SyncProgress: Hashable, Sendable {
    /// A page is in the cache. The counts are those of this collection in this sync so far; `total` is the length of the
    /// list, where the server gives it.
    case page(collection: String, pages: Int, items: Int, total: Int?)
    /// A collection is done.
    case finished(SyncReport.Collection)
}

// MARK: From the values of the engine

extension SyncReport {
    init(_ report: RunReport) {
        self.init(
            outcome: Outcome(report.outcome), collections: report.collections.map(Collection.init),
            sectionsFailure: report.sections?.failure.map(Failure.init),
            deliveredEvents: report.events?.delivered ?? 0, waitingEvents: report.events?.pending ?? 0,
            requests: report.requests, bytes: report.bytes, duration: .seconds(report.seconds))
    }
}

extension SyncReport.Outcome {
    init(_ outcome: RunOutcome) {
        self =
            switch outcome {
            case .complete: .complete
            case .unchanged: .unchanged
            case .partial: .partial
            case .failed: .failed
            case .deferred: .deferred
            }
    }
}

extension SyncReport.Collection {
    init(_ report: CollectionReport) {
        self.init(
            name: report.name, outcome: Outcome(report.outcome), pages: report.pages, inserted: report.items.inserted,
            updated: report.items.updated, removed: report.items.removed, waiting: report.waiting.map(\.message),
            failure: report.failure.map(SyncReport.Failure.init))
    }
}

extension SyncReport.Collection.Outcome {
    init(_ outcome: CollectionOutcome) {
        self =
            switch outcome {
            case .complete: .complete
            case .unchanged: .unchanged
            case .interrupted: .interrupted
            case .failed: .failed
            case .suspiciousShrink: .suspiciousShrink
            case .deferred: .deferred
            }
    }
}

extension SyncReport.Failure {
    init(_ failure: SyncFailure) {
        self.init(
            kind: Kind(failure.code), status: failure.status, message: failure.message, advice: failure.advice,
            retryAt: failure.retryAt.map(Date.init))
    }
}

extension SyncReport.Failure.Kind {
    init(_ code: SyncFailure.Code) {
        self =
            switch code {
            case .connection: .connection
            case .timeout: .timeout
            case .tls: .tls
            case .httpStatus: .status
            case .redirect: .redirect
            case .malformed: .malformed
            case .tooLarge: .tooLarge
            case .paginationLoop: .paginationLoop
            case .storage: .storage
            case .interrupted: .interrupted
            }
    }
}

extension SyncProgress {
    init(_ progress: RunProgress) {
        switch progress {
        case .page(let collection, let pages, let items, _, let total):
            self = .page(collection: collection, pages: pages, items: items, total: total)
        case .finished(let report): self = .finished(SyncReport.Collection(report))
        }
    }
}

extension Date {
    init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.millisecondsSince1970) / 1_000)
    }
}

extension Instant {
    init(_ date: Date) {
        self.init(millisecondsSince1970: Int64(max(-1e15, min(1e15, (date.timeIntervalSince1970 * 1_000).rounded()))))
    }
}
