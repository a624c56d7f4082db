/// Why a collection, or the section config, could not be synced: what the ledger keeps and `--json` prints.
public struct SyncFailure: Equatable, Sendable {
    /// The stable codes of failures.
    @nonexhaustive public enum Code: String, Codable, CaseIterable, Sendable {
        case connection, timeout, tls
        case httpStatus = "http_status"
        case redirect, malformed
        case tooLarge = "too_large"
        case paginationLoop = "pagination_loop"
        case storage
        case interrupted
    }

    /// What kind of failure it is.
    public let code: Code
    /// The HTTP status, where an answer with one is the failure.
    public let status: Int?
    /// The URL of the request, without userinfo and query values.
    public let url: String?
    /// One line for people.
    public let message: String
    /// What to do, where that is more than the code says. The ledger does not keep it.
    public let advice: String?
    /// When the server asked to come back.
    public let retryAt: Instant?

    /// A failure.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it is.
    ///   - status: the HTTP status, where an answer with one is the failure.
    ///   - url: the URL of the request, without userinfo and query values.
    ///   - message: one line for people.
    ///   - advice: what to do.
    ///   - retryAt: when the server asked to come back.
    public init(
        code: Code, status: Int? = nil, url: String? = nil, message: String, advice: String? = nil,
        retryAt: Instant? = nil
    ) {
        (self.code, self.status, self.url) = (code, status, url)
        (self.message, self.advice, self.retryAt) = (message, advice, retryAt)
    }

    package static let interrupted = SyncFailure(code: .interrupted, message: "interrupted before it was done")

    /// Nothing was requested, since an earlier answer or failures in a row said to wait.
    package static func waiting(until: Instant, _ message: String) -> SyncFailure {
        SyncFailure(code: .httpStatus, message: message, retryAt: until)
    }

    /// Whether nothing was requested; `retryAt` says until when. An answer that asks to wait has a status.
    package var isWaiting: Bool { status == nil && retryAt != nil }

    /// How far a request came that failed.
    package enum Reach: Sendable {
        /// To the server: it has answered, or its certificate was not taken.
        case reached
        /// Not to the server, or its answer did not come back in time.
        case unreached
        /// The user stopped it, so that neither the server nor the network failed.
        case interrupted
    }

    package var reach: Reach {
        switch code {
        case .connection, .timeout: .unreached
        case .interrupted: .interrupted
        case .tls, .httpStatus, .redirect, .malformed, .tooLarge, .paginationLoop, .storage: .reached
        }
    }
}

extension Collection<SyncFailure> {
    /// Whether there are some, and none of them reached its server.
    package var areUnreached: Bool { !isEmpty && allSatisfy { $0.reach == .unreached } }
}
