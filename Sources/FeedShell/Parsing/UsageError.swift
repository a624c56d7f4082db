import ArgumentParser
import FeedCache
import FeedModel
import FeedSource
import TerminalKit

/// What is wrong with a line that the argument parser refused, and where to read more.
///
/// The line is read anew by the commands' own definitions. The parser's words are used only to learn which value it
/// could not read, and where the line itself is right: then they are what a command's `validate` says.
struct UsageError {
    private static let mostChoices = 8

    private let message: String
    private let words: [String]
    private let shell: Shell
    private let catalog: CommandCatalog

    /// - Parameters:
    ///   - message: the parser's.
    ///   - words: the line that was parsed.
    ///   - shell: its cache knows what could have been named.
    init(_ message: String, words: [String], in shell: Shell) {
        self.message = message
        self.words = words
        self.shell = shell
        catalog = shell.commands.catalog
    }

    /// What is wrong, and where to read more.
    var error: CommandError {
        let line = ArgumentLine(words, catalog: catalog)
        let (text, question) = line.problem.map(describe) ?? (unreadable(line.values) ?? message, nil)
        return CommandError(.usage, text, advice: question.map { "\($0) (see “\(help)”)" } ?? "see “\(help)”")
    }

    // MARK: Problems

    /// What is wrong, and what may have been meant.
    private func describe(_ problem: ArgumentLine.Problem) -> (text: String, question: String?) {
        switch problem {
        case .unknownOption(let name, let known):
            let nearest = name.hasPrefix("--") ? Spelling.suggestion(for: name, among: known) : nil
            return ("unknown option “\(name)”", nearest.map { "did you mean “\($0)”?" })
        case .missingValue(let argument): return ("there is no value for “\(argument.usage)”", nil)
        case .unwantedValue(let option, let value): return ("“\(option)” takes no value; leave out “=\(value)”", nil)
        case .extra(let extra):
            let quoted = extra.map { "“\($0)”" }.joined(separator: ", ")
            return extra.count == 1
                ? ("unexpected argument \(quoted)", meantSection(extra[0]))
                : ("\(extra.count) unexpected arguments: \(quoted)", nil)
        case .missing(let argument): return ("missing argument “\(argument.usage)”" + choices(for: argument), nil)
        }
    }

    /// What could be given for the argument that is missing: `: photos, articles or keywords`.
    private func choices(for argument: CommandCatalog.Argument) -> String {
        guard let value = argument.valueName, ["collection", "section"].contains(value) else { return "" }
        let names = Completions.names(of: value, after: words, in: shell, prefix: "").map(\.word)
        guard !names.isEmpty else { return "" }
        return ": "
            + (names.count > Self.mostChoices
                ? names.prefix(Self.mostChoices).joined(separator: ", ") + ", …" : names.asChoice)
    }

    /// A section that is named as other commands take it.
    private func meantSection(_ word: String) -> String? {
        guard catalog.command(words)?.takes("--section") == true else { return nil }
        return "did you mean “--section \(ShellWords.quote(word))”?"
    }

    /// The value that the parser names as one it cannot read.
    private func unreadable(_ values: [(argument: CommandCatalog.Argument, value: String)]) -> String? {
        let refused = values.first { argument, value in
            ["\(argument.option ?? "") <\(argument.valueName ?? "")>", "<\(argument.valueName ?? "")>"].contains {
                message.hasPrefix("The value '\(value)' is invalid for '\($0)'")
            }
        }
        guard let (argument, value) = refused else { return nil }
        return "the value “\(value)” of “\(argument.usage)” " + argument.refusal(of: value)
    }

    /// `help items`, or `help` where the line begins with no command.
    private var help: String {
        (["help"] + catalog.path(words).map(\.commandName)).joined(separator: " ")
    }
}

extension CommandCatalog.Argument {
    /// Why a value is refused, by the kind of value it takes.
    fileprivate func refusal(of value: String) -> String {
        if let allValues { return "is not one of \(allValues.asChoice)" }
        return switch valueName {
        case DurationArgument.valueName: DurationArgument.refusal(of: value)
        case ExposureRatio.valueName: "is not two numbers with a colon between them, such as 3:1"
        case ScrollSpeed.valueName: "is no speed, such as 6/s or 90/min"
        default: "is not a number that fits there"
        }
    }
}
