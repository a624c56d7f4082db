import FeedCache
import FeedModel
import Foundation

/// Something went wrong: what is said of it, and the status to end with.
struct CommandError: ReportableError, Equatable {
    let status: ExitStatus
    let code: String
    /// What happened, and to which thing; without the program's name.
    let message: String
    let advice: String?

    /// - Parameter code: nil: that of the status.
    init(_ status: ExitStatus, _ message: String, advice: String? = nil, code: String? = nil) {
        self.status = status
        self.code = code ?? status.errorCode
        self.message = message
        self.advice = advice
    }

    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as any ReportableError:
            self.init(ExitStatus(ofError: error.code), error.message, advice: error.advice, code: error.code)
        case is CancellationError: self.init(.interrupted, "stopped, as you asked")
        // Of an unforeseen error, the text for people rather than its structure.
        case let error as CocoaError: self.init(.inputOutput, error.localizedDescription)
        case let error as any CustomStringConvertible: self.init(.inputOutput, error.description)
        default: self.init(.inputOutput, error.localizedDescription)
        }
    }
}

extension ExitStatus {
    /// What the errors of the library end with, by their codes. A test knows every code.
    private static let ofErrors: [String: ExitStatus] = [
        "busy": .comeBackLater, "unknown_name": .noInput,
        "foreign": .badData, "newer": .badData, "linked": .badData, "damaged": .badData, "logged": .badData,
        "cannot_create": .cannotCreate, "cannot_access": .inputOutput, "read_only": .inputOutput, "bad_query": .usage,
        "missing_file": .noInput, "unreadable": .badManifest, "syntax": .badManifest, "unknown_key": .badManifest,
        "missing_key": .badManifest, "wrong_type": .badManifest, "bad_value": .badManifest,
        "impossible": .badManifest, "missing_variable": .badManifest, "account": .badManifest,
        "init_url": .usage, "init_header": .usage, "init_body": .usage, "init_no_list": .protocolError,
        "init_empty_list": .protocolError, "init_no_id": .protocolError,
        "malformed_token": .usage, "newer_token": .badData, "other_cache": .noInput, "no_cache": .noInput,
        "malformed": .badData, "policy_value": .badData, "scenario_step": .badData,
        "feed_document_syntax": .badData, "feed_document_missing": .badData, "feed_document_unexpected": .badData,
        "sweep_malformed": .usage, "sweep_unknown_key": .usage, "sweep_repeated": .usage, "sweep_too_many": .usage,
        "sweep_too_large": .usage, "sweep_no_slots": .usage,
    ]

    init(ofError code: String) {
        self = Self.ofErrors[code] ?? .inputOutput
    }

    /// The code of errors of the program's own, which have no other.
    var errorCode: String {
        switch self {
        case .done: "done"
        case .partlyDone: "partly_done"
        case .stale: "stale"
        case .usage: "usage"
        case .badData: "bad_data"
        case .noInput: "not_found"
        case .unavailable: "unavailable"
        case .cannotCreate: "cannot_create"
        case .inputOutput: "input_output"
        case .comeBackLater: "come_back_later"
        case .protocolError: "protocol"
        case .noPermission: "no_permission"
        case .badManifest: "bad_manifest"
        case .hungUp, .interrupted, .quit, .terminated: "interrupted"
        }
    }
}
