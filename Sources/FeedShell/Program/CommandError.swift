package import FeedModel
import Foundation
import TerminalKit

package struct CommandError: ReportableError, Equatable {
    package let report: ErrorReport

    package var status: ExitStatus { report.exit }

    /// - Parameters:
    ///   - message: what happened, and to which thing; without the program's name.
    ///   - code: nil: that of the status.
    package init(_ status: ExitStatus, _ message: String, advice: String? = nil, code: String? = nil) {
        self.init(report: ErrorReport(status, code ?? status.said.code, message, advice: advice))
    }

    private init(report: ErrorReport) { self.report = report }

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

/// What a line on standard error says, where a command has done its work and something of it did not go well.
package struct ErrorLine: ReportableError, Equatable {
    package let report: ErrorReport

    /// - Parameter advice: what to do, piece by piece; those that are nil are left out.
    package init(_ code: String, _ message: String, advice: String?...) {
        let advice = advice.compactMap(\.self).reduce(nil as String?) { text, piece in
            // A question mark ends a sentence; a semicolon after it would look odd.
            text.map { $0 + ($0.hasSuffix("?") ? " " : "; ") + piece } ?? piece
        }
        report = ErrorReport(.done, code, message, advice: advice)
    }
}

extension Shell {
    /// Reports an error: in one line, or as one JSON object where JSON is asked for.
    ///
    /// - Parameter status: what the command ends with.
    func report(_ error: any ReportableError, _ status: ExitStatus) {
        let message = (place.map { "\($0): " } ?? "") + error.message
        guard reportsJSON else {
            let line = error.advice.map { "\(message); \($0)" } ?? message
            try? errors.line("feedcache: \(TerminalSanitizer.line(line))")
            return
        }
        let members: [(String, JSONValue)] = [
            ("exit", .integer(Int64(status.rawValue))), ("code", .string(error.code)), ("message", .string(message)),
            ("advice", .text(error.advice)),
        ]
        try? errors.write(.object([("error", .object(members))]))
    }

    func report(_ error: CommandError) { report(error, error.status) }

    /// Reports an error; what the line that ends with it comes to is the answer.
    func failing(with error: CommandError) -> LineResult {
        report(error)
        return LineResult(status: error.status)
    }
}
