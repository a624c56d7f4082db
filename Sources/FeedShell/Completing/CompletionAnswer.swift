import FeedModel
import TerminalKit

/// Candidates for the end of a line of the user's own shell.
///
/// Written as its completion script reads it: a line with the kind, then for `words` a line each, with what it means
/// after a tab.
enum CompletionAnswer: Equatable, CustomStringConvertible {
    case words([Completion.Candidate])
    /// Names of files: the shell knows best how to complete them.
    case files(extensions: [String])
    case folders

    /// - Parameter line: up to the cursor, with the program's name.
    init(to line: String, in shell: Shell) {
        let words = ShellWords(line)
        let word = words.endsInWord ? words.lastWord : ""
        let home = shell.locations.variable("HOME")
        // What sets a variable for the command is before it.
        let isAssignment = { (word: String) in word.prefixMatch(of: /[A-Za-z_][A-Za-z0-9_]*=/) != nil }
        let before = words.wordsBeforeLast.drop(while: isAssignment).dropFirst().map { word in
            // A shell keeps the rest of what it expands to itself.
            word.hasPrefix("~/") ? (home ?? "~") + word.dropFirst() : word
        }
        let completer = LineCompleter(shell: shell, builtins: [HelpBuiltin()])
        let kind = completer.argument(for: word, after: before)?.argument.completionKind
        if let files = kind?.file {
            self = .files(extensions: files.extensions ?? [])
        } else if kind?.directory != nil {
            self = .folders
        } else if before.isEmpty, word.hasPrefix("-") {
            self = .words(Completion(of: word, among: ["--help", "--version"].map { .init(word: $0) }).candidates)
        } else {
            let candidates = completer.candidates(for: word, after: before)
            self = .words(Completion(of: word, among: candidates).candidates)
        }
    }

    var description: String { text { $0 } }

    /// What opens something in bash that has quotes of its own.
    private static let nestings = ["$(", "${", "`", "$'", "$\"", "<(", ">("]

    /// What bash reads: in place of each word what follows the letters of it that end the line, written so that it means
    /// just itself there. Bash inserts it as it is, and would run what looks like a command. Where the line does not say
    /// for certain what is quoted, no word is offered.
    func bashText(after line: String) -> String {
        let words = ShellWords(line)
        let isCertain = !words.endsInComment && !Self.nestings.contains(where: line.contains)
        let typed = words.endsInWord ? words.lastWord.count : 0
        return text { word in
            let rest = String(word.dropFirst(typed))
            return switch words.flaw {
            case _ where !isCertain: nil
            case .openBackslash: nil
            case .openQuote(let quote): Self.bashText(rest, in: quote)
            case nil: ShellWords.escaped(rest, in: nil)
            }
        }
    }

    private static func bashText(_ rest: String, in quote: Character) -> String {
        var text = ShellWords.escaped(rest, in: quote)
        // In double quotes nothing keeps “!” from recalling an earlier command: it is put outside of them.
        if quote == "\"" { text = text.replacingScalars("!", with: #""\!""#) }
        // To what ends in the quote bash adds none to close it.
        return text.utf8.last == quote.asciiValue ? text + String(quote) : text
    }

    private func text(_ spelling: (String) -> String?) -> String {
        switch self {
        case .words(let candidates):
            // What cannot be typed is no candidate.
            (["words"]
                + candidates.filter { TerminalSanitizer.line($0.word) == $0.word }.compactMap { candidate in
                    spelling(candidate.word).map { $0 + "\t" + TerminalSanitizer.line(candidate.note ?? "") }
                }).joined(separator: "\n")
        case .files(let extensions): (["files"] + extensions).joined(separator: " ")
        case .folders: "folders"
        }
    }
}
