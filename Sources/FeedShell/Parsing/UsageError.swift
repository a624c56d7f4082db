import Foundation

/// The argument parser's message about wrong usage as this program says such things: one line, what is wrong and where
/// to read more.
struct UsageComplaint {
    private let message: String
    private let words: [String]
    private let shell: Shell?

    /// - Parameters:
    ///   - words: the line that was parsed.
    ///   - shell: whose cache knows what could have been named; nil for none.
    init(_ message: String, words: [String], in shell: Shell? = nil) {
        self.message = message
        self.words = words
        self.shell = shell
    }

    var sentence: String {
        let lines = message.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        var text = Self.quoted(lines.joined(separator: " "))
        for (theirs, ours) in Self.phrases { text = text.replacing(theirs, with: ours) }
        if let first = text.first, Self.openings.contains(where: text.hasPrefix) {
            text = first.lowercased() + text.dropFirst()
        }
        if text.hasSuffix(".") { text.removeLast() }
        text += choices ?? meantSection ?? ""
        return text.hasSuffix("?") ? "\(text) (see “\(help)”)" : "\(text); see “\(help)”"
    }

    private static let openings = ["Unknown ", "Missing ", "Unexpected ", "The ", "Value ", "Invalid "]
    private static let phrases = [
        (". Did you mean ", "; did you mean "), ("Missing expected argument ", "there is nothing for "),
        ("Missing value for ", "there is no value for "), (". Please provide one of ", "; it is one of "),
        (". Please provide ", "; it is "), (", but “", "; “"), ("” was specified", "” was given"),
    ]

    /// What could stand for the argument that is missing: `: photos, articles or keywords`.
    private var choices: String? {
        guard let shell, let match = message.firstMatch(of: /Missing expected argument '<(collection|section)>/) else {
            return nil
        }
        let names = Completions.names(of: String(match.1), behind: words, in: shell, prefix: "").map(\.word)
        guard let last = names.last else { return nil }
        let shown = names.prefix(Self.mostChoices)
        if shown.count < names.count { return ": \(shown.joined(separator: ", ")), …" }
        return ": " + (names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or \(last)")
    }

    private static let mostChoices = 8

    /// A section that is named as other commands want it.
    private var meantSection: String? {
        guard let match = message.firstMatch(of: /nexpected argument:? '(.+?)'/),
            CommandCatalog.shared.command(words)?.takes("--section") == true
        else { return nil }
        return "; did you mean “--section \(match.1)”?"
    }

    /// `help items`, or `help` where the line begins with no command.
    private var help: String {
        (["help"] + CommandCatalog.shared.path(words).map(\.commandName)).joined(separator: " ")
    }

    /// The text with its quotes as everywhere else.
    private static func quoted(_ text: String) -> String {
        text.replacing(/(^|[\s(])'(.*?)'(?=$|[\s,.:;)?])/) { "\($0.1)“\($0.2)”" }
    }
}
