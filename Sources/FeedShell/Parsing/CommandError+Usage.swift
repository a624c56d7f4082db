import FeedModel
import TerminalKit

/// What the argument parser says of a line that it refused, in the spelling of our messages, with what could be named
/// instead and where to read more.
extension CommandError {
    private static let mostChoices = 8

    /// - Parameter shell: its cache knows what could have been named.
    init(refusing words: [String], _ message: String, in shell: Shell) {
        let path = shell.commands.catalog.path(words)
        let help = "see “" + (["help"] + path.map(\.commandName)).joined(separator: " ") + "”"
        let parts = Self.spelled(message).split(separator: ". Did you mean ", maxSplits: 1).map(String.init)
        var (text, meant) = (parts.first ?? "", parts.dropFirst().first)
        if let value = message.wholeMatch(of: /The value '(?<value>.*)' is invalid for '.*<(?<name>.*)>'/) {
            text += ": it " + Self.refusal(of: String(value.name), String(value.value))
        } else if let missing = message.wholeMatch(of: /Missing expected argument '<(?<name>collection|section)>'/) {
            text += Self.choices(of: String(missing.name), after: words, in: shell)
        } else if let extra = message.wholeMatch(of: /Unexpected argument '(?<word>.*)'/),
            path.last?.takes("--section") == true
        {
            meant = "“--section \(ShellWords.quote(String(extra.word)))”?"
        }
        self.init(.usage, text, advice: meant.map { "did you mean \($0) (\(help))" } ?? help)
    }

    /// On one line, without an end, and with our quotes.
    private static func spelled(_ message: String) -> String {
        let line = message.replacing(":\n  - ", with: " ").replacing("\n  - ", with: ", ")
            .replacing(/\s*\n\s*/, with: " ").replacing(". Please", with: "; please")
            .replacing(/'(.*?)'(?=[ ,.:;?]|$)/) { "“\($0.output.1)”" }
        return line.prefix(1).lowercased() + (line.hasSuffix(".") ? line.dropFirst().dropLast() : line.dropFirst())
    }

    private static func refusal(of name: String, _ value: String) -> String {
        switch name {
        case DurationArgument.valueName: DurationArgument.refusal(of: value)
        case FieldChoice.valueName: value.isEmpty ? "names no field" : "has a comma without a name on both sides"
        case ExposureRatio.valueName: "is not two numbers with a colon between them, such as 3:1"
        case ScrollSpeed.valueName: "is no speed, such as 6/s or 90/min"
        default: "is not a number that fits there"
        }
    }

    /// What could be given for an argument that is missing: `: photos, articles or keywords`.
    private static func choices(of name: String, after words: [String], in shell: Shell) -> String {
        let names = Completions.names(of: name, after: words, in: shell, prefix: "").map(\.word)
        guard !names.isEmpty else { return "" }
        return ": "
            + (names.count > mostChoices ? names.prefix(mostChoices).joined(separator: ", ") + ", …" : names.asChoice)
    }
}
