import Foundation

/// The argument parser's message about wrong usage as this program says such things: one line, what is wrong and where
/// to read more.
struct UsageComplaint {
    private let message: String
    private let words: [String]

    /// - Parameter words: the line that was parsed.
    init(_ message: String, words: [String]) {
        self.message = message
        self.words = words
    }

    var sentence: String {
        let lines = message.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        var text = Self.quoted(lines.joined(separator: " "))
        for (theirs, ours) in Self.phrases { text = text.replacing(theirs, with: ours) }
        if let first = text.first, Self.openings.contains(where: text.hasPrefix) {
            text = first.lowercased() + text.dropFirst()
        }
        if text.hasSuffix(".") { text.removeLast() }
        return text.hasSuffix("?") ? "\(text) (see “\(help)”)" : "\(text); see “\(help)”"
    }

    private static let openings = ["Unknown ", "Missing ", "Unexpected ", "The ", "Value ", "Invalid "]
    private static let phrases = [
        (". Did you mean ", "; did you mean "), ("Missing expected argument ", "there is nothing for "),
        ("Missing value for ", "there is no value for "), (". Please provide one of ", "; it is one of "),
        (". Please provide ", "; it is "), (", but “", "; “"), ("” was specified", "” was given"),
    ]

    /// `help items`, or `help` where the line begins with no command.
    private var help: String {
        (["help"] + CommandCatalog.shared.path(words).map(\.commandName)).joined(separator: " ")
    }

    /// The text with its quotes as everywhere else.
    private static func quoted(_ text: String) -> String {
        text.replacing(/(^|[\s(])'(.*?)'(?=$|[\s,.:;)?])/) { "\($0.1)“\($0.2)”" }
    }
}
