import TerminalKit

/// A word that the REPL itself understands, beside the program's commands: dispatch, completion and help all go by this
/// one definition.
protocol REPLBuiltin: Sendable {
    /// What can be typed for it; help shows the first.
    var names: [String] { get }
    /// Its arguments as help writes them: `<file>`.
    var usage: String { get }
    /// What it does, in a line.
    var abstract: String { get }
    /// What else there is to know; empty for nothing.
    var discussion: String { get }
    /// A line that can be typed as it stands.
    var example: String { get }

    /// What could stand for the word that is being typed.
    ///
    /// - Parameter words: those before it, the built-in's own name first.
    func candidates(for word: String, behind words: [String]) -> [Completion.Candidate]

    /// Does it.
    ///
    /// - Parameter words: behind its name.
    func run(_ words: [String], in session: REPLSession) async throws -> LineResult
}

extension REPLBuiltin {
    var usage: String { "" }
    var discussion: String { "" }
    var name: String { names.first ?? "" }

    func candidates(for word: String, behind words: [String]) -> [Completion.Candidate] { [] }
}

/// The words there are.
enum REPLBuiltins {
    static let all: [any REPLBuiltin] =
        [HelpBuiltin(), SourceBuiltin(), HistoryBuiltin()] + SessionWord.all + [ClearBuiltin(), LeaveBuiltin()]

    static func named(_ name: String) -> (any REPLBuiltin)? {
        all.first { $0.names.contains(name) }
    }
}
