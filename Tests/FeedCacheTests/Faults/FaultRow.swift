import FeedCache
import FeedModel
import Testing

/// A row of the fault table: what a server or network does, and what a sync makes of it.
struct FaultRow: Sendable, CustomTestStringConvertible {
    let fault: ServerFault
    let code: SyncFailure.Code
    var status: Int?
    /// Requests until the sync gives up: 3 where the fault may pass in a moment, by the manifest of the tests.
    var tries = 1
    /// Whether the server itself failed, which makes it be asked less often.
    var isServerFailure = true
    /// For how many seconds the server wants to be left alone.
    var wait: Int64?

    var testDescription: String { "\(fault)" }

    static let table: [FaultRow] = [
        FaultRow(fault: .connection, code: .connection, tries: 3, isServerFailure: false),
        FaultRow(fault: .timeout, code: .timeout, tries: 3, isServerFailure: false),
        FaultRow(fault: .tls, code: .tls),
        FaultRow(fault: .cut, code: .malformed),
        FaultRow(fault: .empty, code: .malformed),
        FaultRow(fault: .html, code: .malformed),
        FaultRow(fault: .wrongType, code: .malformed),
        FaultRow(fault: .invalidUTF8, code: .malformed),
        FaultRow(fault: .deepNesting, code: .malformed),
        FaultRow(fault: .tooLarge, code: .tooLarge),
        FaultRow(fault: .redirectLoop, code: .redirect, tries: 6),
        FaultRow(fault: .stuck, code: .malformed),
        FaultRow(fault: .status(400), code: .httpStatus, status: 400),
        FaultRow(fault: .status(401), code: .httpStatus, status: 401),
        FaultRow(fault: .status(403), code: .httpStatus, status: 403),
        FaultRow(fault: .status(404), code: .httpStatus, status: 404),
        FaultRow(fault: .status(408), code: .httpStatus, status: 408, tries: 3),
        FaultRow(fault: .status(410), code: .httpStatus, status: 410),
        FaultRow(fault: .status(429), code: .httpStatus, status: 429, tries: 3),
        FaultRow(fault: .status(500), code: .httpStatus, status: 500, tries: 3),
        FaultRow(fault: .status(503), code: .httpStatus, status: 503, tries: 3),
        FaultRow(
            fault: .status(429, retryAfter: "7200"), code: .httpStatus, status: 429, isServerFailure: false,
            wait: 7_200),
        // A day is the longest that is waited.
        FaultRow(
            fault: .status(503, retryAfter: "99999999"), code: .httpStatus, status: 503, isServerFailure: false,
            wait: Workbench.day),
        // 2023-11-14T22:13:20Z is when the tests' clock begins.
        FaultRow(
            fault: .status(503, retryAfter: "Tue, 14 Nov 2023 23:13:20 GMT"), code: .httpStatus, status: 503,
            isServerFailure: false, wait: Workbench.hour),
    ]
}
