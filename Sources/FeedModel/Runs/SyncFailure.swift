/// Why a collection, or the section config, could not be synced: what the ledger keeps and `--json` prints.
package struct SyncFailure: Equatable, Sendable {
    /// The stable codes of failures.
    package enum Code: String, Codable, CaseIterable, Sendable {
        case connection, timeout, tls
        case httpStatus = "http_status"
        case redirect, malformed
        case tooLarge = "too_large"
        case paginationLoop = "pagination_loop"
        case storage
    }

    /// What kind of failure it is.
    package let code: Code
    /// The HTTP status, where an answer with one is the failure.
    package let status: Int?
    /// The URL of the request, without userinfo and query values.
    package let url: String?
    /// One line for people.
    package let message: String
    /// What to do, where that is more than the code says. The ledger does not keep it.
    package let advice: String?
    /// When the server asked to come back.
    package let retryAt: Instant?

    /// A failure; every part is as given.
    package init(
        code: Code, status: Int? = nil, url: String? = nil, message: String, advice: String? = nil,
        retryAt: Instant? = nil
    ) {
        self.code = code
        self.status = status
        self.url = url
        self.message = message
        self.advice = advice
        self.retryAt = retryAt
    }

    /// The user stopped the run before it was done.
    package static let interrupted = SyncFailure(code: .connection, message: "interrupted before it was done")

    /// Whether the user stopped the run, so that neither the server nor the network failed.
    package var isInterruption: Bool { self == .interrupted }

    /// Nothing was requested, since an earlier answer or failures in a row said to wait.
    package static func waiting(until: Instant, _ message: String) -> SyncFailure {
        SyncFailure(code: .httpStatus, message: message, retryAt: until)
    }

    /// Whether nothing was requested; `retryAt` says until when. An answer that asks to wait has a status.
    package var isWaiting: Bool { status == nil && retryAt != nil }

    /// Whether the server could not be reached.
    package var isOffline: Bool { (code == .connection || code == .timeout) && !isInterruption }

    /// Whether the server failed. A network that is not there, or a run that was stopped, is not its failure.
    package var isServerFailure: Bool { code != .connection && code != .timeout }
}
