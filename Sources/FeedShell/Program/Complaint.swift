import FeedCache

/// Something went wrong: one line for people and the status to end with.
struct Complaint: Error, Equatable {
    let status: ExitStatus
    /// What happened, to which thing, and what to do; without the program's name.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// What an error of the library means to somebody at the command line.
    init(_ error: any Error) {
        switch error {
        case let error as Complaint: self = error
        case let error as ManifestError:
            self.init(error.reason == .missingFile ? .noInput : .badManifest, error.description)
        case let error as UnknownName: self.init(.noInput, error.description)
        case let error as SyncBusy: self.init(.comeBackLater, error.description)
        case let error as StoreError: self.init(ExitStatus(of: error), error.description)
        case let error as SectionConfigError: self.init(.badData, error.description)
        case is CancellationError: self.init(.interrupted, "stopped")
        default: self.init(.inputOutput, "\(error)")
        }
    }
}

extension ExitStatus {
    fileprivate init(of error: StoreError) {
        switch error {
        case .foreign, .newer, .damaged: self = .badData
        case .cannotCreate: self = .cannotCreate
        case .cannotAccess: self = .inputOutput
        case .badQuery: self = .usage
        }
    }
}
