package import FeedModel
import TerminalKit

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

    func report(_ error: CommandError) {
        report(error, error.status)
    }
}
