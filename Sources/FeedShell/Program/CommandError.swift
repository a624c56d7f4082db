import FeedCache
import Foundation

/// Something went wrong: one line for people and the status to end with.
struct CommandError: Error, Equatable {
    let status: ExitStatus
    /// What happened, to which thing, and what to do; without the program's name.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// What an error of the library means at the command line.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as ManifestError:
            self.init(error.reason == .missingFile ? .noInput : .badManifest, error.description)
        case let error as UnknownName: self.init(.noInput, error.description + error.advice)
        case let error as SyncBusy: self.init(.comeBackLater, error.description)
        case let error as StoreError: self.init(ExitStatus(of: error), error.description + error.advice)
        case let error as SectionConfigError: self.init(.badData, error.description)
        case is CancellationError: self.init(.interrupted, "stopped, as you asked")
        // Of an unforeseen error, the text for people rather than its structure.
        case let error as CocoaError: self.init(.inputOutput, error.localizedDescription)
        case let error as any CustomStringConvertible: self.init(.inputOutput, error.description)
        default: self.init(.inputOutput, error.localizedDescription)
        }
    }
}

extension ExitStatus {
    fileprivate init(of error: StoreError) {
        switch error {
        case .foreign, .newer, .linked, .damaged: self = .badData
        case .cannotCreate: self = .cannotCreate
        case .cannotAccess: self = .inputOutput
        case .badQuery: self = .usage
        }
    }
}

extension UnknownName {
    /// What to type, where the message names no candidates.
    fileprivate var advice: String {
        guard known.isEmpty else { return "" }
        return switch kind {
        case .collection: "; the manifest names none"
        case .section: "; there is none yet: sync"
        case .item: "; “items” lists those there are"
        case .run: "; “runs” lists those there are"
        case .row: "; “feed” shows the rows there are"
        }
    }
}

extension StoreError {
    /// What to do, where the library cannot know it.
    fileprivate var advice: String {
        switch self {
        case .foreign, .newer, .linked, .damaged: ""
        case .cannotCreate: "; name another place for it"
        case .cannotAccess: "; look at its permissions and the space left, or name another with --db"
        case .badQuery: "; “help sql” shows one that works"
        }
    }
}
