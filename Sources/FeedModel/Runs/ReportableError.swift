/// An error that is shown to people and to programs: a name that does not change, what happened, and what to do.
///
/// ```swift
/// catch let error as any ReportableError { log("\(error.code): \(error.line)") }
/// ```
///
/// Decisions are made by the type or the code, never by the words of the message.
package protocol ReportableError: Error, CustomStringConvertible {
    /// A name in snake case that stays the same from version to version.
    var code: String { get }
    /// One line: what happened, and to which thing. It holds no secret.
    var message: String { get }
    /// What to do, to follow the message; nil where there is nothing to say.
    var advice: String? { get }
}

extension ReportableError {
    package var advice: String? { nil }

    /// The message, and the advice where there is some.
    package var line: String { advice.map { "\(message); \($0)" } ?? message }

    package var description: String { line }
}
