package import FeedModel

extension ExitStatus {
    /// The code of the program's own errors, which have no other, and what the help says of the status.
    var said: (code: String, meaning: String) {
        switch self {
        case .done: ("done", "done, also when nothing had changed")
        case .partlyDone:
            (
                "partly_done",
                "partly done: some collections failed, were held back or interrupted, others are fine; “audit” found something"
            )
        case .notFound: ("nothing_found", "“find”: no item has the text")
        case .stale: ("stale", "“status --max-age”: the last success of a collection is older")
        case .usage: ("usage", "wrong usage, unknown command or argument")
        case .badData: ("bad_data", "the database is not ours or is damaged; an input file is malformed")
        case .noInput: ("not_found", "a named collection, item, section or file does not exist")
        case .unavailable: ("unavailable", "no collection could be synced: connection, timeout or 5xx")
        case .cannotCreate: ("cannot_create", "the database cannot be created")
        case .inputOutput: ("input_output", "reading or writing failed, as on a full disk")
        case .comeBackLater:
            ("come_back_later", "come back later: another sync is running, or the server asked to wait")
        case .protocolError: ("protocol", "no collection could be synced: the answers make no sense or are refused")
        case .noPermission: ("no_permission", "no collection could be synced: 401 or 403")
        case .badManifest: ("bad_manifest", "the manifest is wrong: file, line and key are named")
        case .hungUp: ("interrupted", "the terminal went away (SIGHUP); the page in hand is whole")
        case .interrupted: ("interrupted", "ended by Ctrl-C (SIGINT); the page in hand is whole")
        case .quit: ("interrupted", "ended by Ctrl-\\ (SIGQUIT); the page in hand is whole")
        case .terminated: ("interrupted", "ended by SIGTERM; the page in hand is whole")
        }
    }

    package init(of report: SyncReport) {
        switch report.outcome {
        case .complete, .unchanged: self = .done
        case .partial: self = .partlyDone
        case .deferred: self = .comeBackLater
        case .failed: self.init(ofFailures: report.failures)
        }
    }

    init(of report: DeliveryReport) {
        switch report.failure {
        case nil: self = report.refused > 0 ? .partlyDone : .done
        case _? where report.delivered > 0: self = .partlyDone
        case let failure? where failure.retryAt != nil: self = .comeBackLater
        case let failure?: self.init(ofFailures: [failure])
        }
    }

    /// What a run that brought nothing comes to: the server out of reach counts before its refusals.
    package init(ofFailures failures: [SyncFailure]) {
        if failures.contains(where: { $0.code == .storage }) {
            self = .inputOutput
        } else if failures.contains(where: \.isUnreachable) {
            self = .unavailable
        } else if !failures.isEmpty, failures.allSatisfy({ $0.status == 401 || $0.status == 403 }) {
            self = .noPermission
        } else {
            self = .protocolError
        }
    }

    package init(ofProbe failure: SyncFailure) {
        if failure.retryAt != nil { self = .comeBackLater } else { self.init(ofFailures: [failure]) }
    }
}

extension SyncReport {
    /// Why nothing could be synced: the section config counts where there is no collection.
    fileprivate var failures: [SyncFailure] {
        collections.isEmpty
            ? [sections?.failure].compactMap(\.self)
            : collections.filter { $0.outcome == .failed }.compactMap(\.failure)
    }
}

extension SyncFailure {
    fileprivate var isUnreachable: Bool {
        switch code {
        case .tls: true
        case .httpStatus: status.map { $0 >= 500 || $0 == 408 } ?? false
        default: reach != .reached
        }
    }
}
