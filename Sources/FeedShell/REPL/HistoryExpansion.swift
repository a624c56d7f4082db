import FeedModel
import TerminalKit

/// Expands references to earlier lines, as shells do: `!!` the last line, `!-2` the one before it, `!ite` the
/// last one that begins with “ite”, `!$` the last word of the last line.
///
/// Only where a word begins with the `!`, written without quotes; a `!` alone or before `=` is itself.
enum HistoryExpansion {
    /// - Parameter history: the oldest line first.
    /// - Returns: nil where nothing refers to an earlier line.
    /// - Throws: `CommandError` where there is no such line.
    static func expand(_ line: ShellWords, history: [String]) throws -> String? {
        let bytes = Array(line.text.utf8)
        var expanded = ""
        var copied = 0
        for place in line.places where bytes[place.lowerBound] == UInt8(ascii: "!") {
            let word = String(decoding: bytes[place], as: UTF8.self)
            guard let replacement = try replacement(of: word, history) else { continue }
            expanded += String(decoding: bytes[copied..<place.lowerBound], as: UTF8.self) + replacement
            copied = place.upperBound
        }
        return copied == 0 ? nil : expanded + String(decoding: bytes[copied...], as: UTF8.self)
    }

    private static func replacement(of word: String, _ history: [String]) throws -> String? {
        let event = word.dropFirst()
        if event.isEmpty || event.hasPrefix("=") { return nil }
        if event.hasPrefix("!") { return try found(history.last, word) + event.dropFirst() }
        if event == "$" { return try found(history.last.flatMap(lastWord), word) }
        if event.hasPrefix("-"), let back = Int(event.dropFirst()), back > 0 {
            return try found(back <= history.count ? history[history.count - back] : nil, word)
        }
        return try found(history.last { $0.hasPrefix(event) }, word)
    }

    private static func lastWord(of line: String) -> String? {
        ShellWords(line).words.last.map(ShellWords.quote)
    }

    private static func found(_ line: String?, _ word: String) throws -> String {
        guard let line else {
            throw CommandError(
                .usage, "no earlier line is meant by “\(word)”", advice: "see “history”, or quote it to mean itself")
        }
        return line
    }
}
