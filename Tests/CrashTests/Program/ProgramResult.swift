/// How a program ended, and what it said.
struct ProgramResult: Sendable, CustomStringConvertible {
    enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    let ending: Ending
    let output: String
    let errors: String

    /// The exit code; nil where a signal ended the program.
    var code: Int32? {
        guard case .exited(let code) = ending else { return nil }
        return code
    }

    var errorLines: [Substring] { errors.split(separator: "\n") }

    var description: String {
        "\(ending), standard error “\(errors)”, standard output “\(output.suffix(400))”"
    }
}
