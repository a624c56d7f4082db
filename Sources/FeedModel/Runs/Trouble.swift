/// What keeps a part of a source from being as the server has it.
package enum Trouble: Hashable, Sendable {
    /// It may be over at the next attempt: no connection, a timeout, a server error, a wait, another sync.
    case passing
    /// It stays until somebody does something: refused, malformed, held back. Named by its code, with the HTTP status
    /// where there is one.
    case lasting(String)

    /// The trouble of a collection or the section config; nil where it is well.
    package init?(outcome: CollectionOutcome, failure: SyncFailure?) {
        switch outcome {
        case .complete, .unchanged: return nil
        case .deferred: self = .passing
        case .suspiciousShrink: self = .lasting(outcome.rawValue)
        case .failed, .interrupted: self = failure.map(Trouble.init) ?? .passing
        }
    }

    package init(_ failure: SyncFailure) {
        switch failure.code {
        case .connection, .timeout, .interrupted: self = .passing
        case .httpStatus where failure.isPassing: self = .passing
        case .httpStatus: self = .lasting("\(failure.code.rawValue) \(failure.status ?? 0)")
        case .tls, .redirect, .malformed, .tooLarge, .paginationLoop, .storage: self = .lasting(failure.code.rawValue)
        }
    }

    /// A warning: it makes no sync fail, and stays until somebody does something.
    package static let warning = Trouble.lasting("warning")

    package var kind: String {
        switch self {
        case .passing: "passing"
        case .lasting(let kind): kind
        }
    }
}

extension SyncFailure {
    /// Whether a status says to come back later: 408, 425, 429, 5xx, and any that names a time.
    fileprivate var isPassing: Bool {
        guard retryAt == nil, let status else { return true }
        return status >= 500 || [408, 425, 429].contains(status)
    }
}

extension SyncReport {
    /// What the section config is called among the collections.
    package static let sectionsPart = "(sections)"
    /// What the delivery of events is called among the collections.
    package static let eventsPart = "(events)"

    /// Every part of the run by its name, with its trouble; nil where it is well.
    package var troubles: [(part: String, trouble: Trouble?)] {
        (sections.map { [(Self.sectionsPart, Trouble(outcome: $0.outcome, failure: $0.failure))] } ?? [])
            + collections.map { ($0.name.text, Trouble(outcome: $0.outcome, failure: $0.failure)) }
            + (events.map { [(Self.eventsPart, $0.failure.map(Trouble.init))] } ?? [])
    }
}
