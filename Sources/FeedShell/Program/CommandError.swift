import FeedCache
package import FeedModel
import Foundation

/// Something went wrong: what is said of it, and the status to end with.
package struct CommandError: ReportableError, Equatable {
    package let report: ErrorReport

    /// What to end with.
    package var status: ExitStatus { report.exit }

    /// - Parameters:
    ///   - message: what happened, and to which thing; without the program's name.
    ///   - code: nil: that of the status.
    package init(_ status: ExitStatus, _ message: String, advice: String? = nil, code: String? = nil) {
        self.init(report: ErrorReport(status, code ?? status.errorCode, message, advice: advice))
    }

    private init(report: ErrorReport) { self.report = report }

    /// What an error of the library means at the command line.
    package init(_ error: any Error) {
        switch error {
        case let error as any ReportableError: self.init(report: error.report)
        case is CancellationError: self.init(.interrupted, "stopped, as you asked")
        // Of an unforeseen error, the text for people rather than its structure.
        case let error as CocoaError: self.init(.inputOutput, error.localizedDescription)
        case let error as any CustomStringConvertible: self.init(.inputOutput, error.description)
        default: self.init(.inputOutput, error.localizedDescription)
        }
    }
}
