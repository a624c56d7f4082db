import ArgumentParser
import FeedCache
package import FeedModel

/// What the program ends with; the numbers are those of sysexits.h where it has one.
package enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case partlyDone = 3
    case stale = 4
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case comeBackLater = 75
    case protocolError = 76
    case noPermission = 77
    case badManifest = 78
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    case terminated = 143
}

extension ExitStatus {
    var meaning: String {
        switch self {
        case .done: "done, also when nothing had changed"
        case .partlyDone: "partly done: some collections failed, were held back or interrupted, others are fine"
        case .stale: "“status --max-age”: the last success of a collection is older"
        case .usage: "wrong usage, unknown command or argument"
        case .badData: "the database is not ours or is damaged; an input file is malformed"
        case .noInput: "a named collection, item, section or file does not exist"
        case .unavailable: "no collection could be synced: connection, timeout or 5xx"
        case .cannotCreate: "the database cannot be created"
        case .inputOutput: "reading or writing failed, as on a full disk"
        case .comeBackLater: "come back later: another sync is running, or the server asked to wait"
        case .protocolError: "no collection could be synced: the answers make no sense or are refused"
        case .noPermission: "no collection could be synced: 401 or 403"
        case .badManifest: "the manifest is wrong: file, line and key are named"
        case .hungUp: "the terminal went away (SIGHUP); the page in hand is whole"
        case .interrupted: "ended by Ctrl-C (SIGINT); the page in hand is whole"
        case .quit: "ended by Ctrl-\\ (SIGQUIT); the page in hand is whole"
        case .terminated: "ended by SIGTERM; the page in hand is whole"
        }
    }

    /// What a run comes to.
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

    /// What a request that failed comes to.
    package init(ofProbe failure: SyncFailure) {
        if failure.retryAt != nil { self = .comeBackLater } else { self.init(ofFailures: [failure]) }
    }
}

extension SyncReport {
    fileprivate var failures: [SyncFailure] {
        collections.filter { $0.outcome == .failed }.compactMap(\.failure) + (sections?.failure.map { [$0] } ?? [])
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
