/// An error that is shown to people and to programs.
///
/// Decisions are made by the type or the code, never by the words of the message.
package protocol ReportableError: Error, CustomStringConvertible {
    var report: ErrorReport { get }
}

package struct ErrorReport: Equatable, Sendable {
    package let exit: ExitStatus
    /// A name in snake case that stays the same from version to version.
    package let code: String
    /// One line: what happened, and to which thing. It holds no secret.
    package let message: String
    /// What to do, to follow the message; nil where there is nothing to say.
    package let advice: String?

    package init(_ exit: ExitStatus, _ code: String, _ message: String, advice: String? = nil) {
        (self.exit, self.code, self.message, self.advice) = (exit, code, message, advice)
    }
}

extension ReportableError {
    package var code: String { report.code }
    package var message: String { report.message }
    package var advice: String? { report.advice }
    package var line: String { advice.map { "\(message); \($0)" } ?? message }
    package var description: String { line }
}

/// What a command ends with; the numbers are those of sysexits.h where it has one.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case notFound = 1
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
