import FeedModel
import FeedSource

/// Values and comments as TOML writes them (toml.io/en/v1.0.0).
enum TOMLText {
    private static let lineLength = 116

    /// A string: in single quotes where it holds double ones and nothing that has to be escaped.
    static func string(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        if isPlain, text.utf8.contains(UInt8(ascii: "\"")), !text.utf8.contains(UInt8(ascii: "'")) {
            return "'\(text)'"
        }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                escaped += "\\u" + String(scalar.value, radix: 16).zeroPadded(to: 4)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }

    /// A text of several lines, as it is where it can be.
    static func block(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            ($0.value >= 0x20 && $0.value != 0x7F) || $0 == "\n" || $0 == "\t"
        }
        let endsBlock = text.utf8.contains("''".utf8) || text.utf8.last == UInt8(ascii: "'")
        return isPlain && !endsBlock ? "'''\n\(text)'''" : string(text)
    }

    /// A name of a key: bare where it can be.
    static func key(_ name: String) -> String {
        let isBare = !name.isEmpty && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
        return isBare ? name : string(name)
    }

    static func strings(_ texts: [String]) -> String { "[\(texts.map(string).joined(separator: ", "))]" }

    /// Lines of a comment, broken at spaces.
    static func comment(_ text: String) -> [String] {
        var lines: [String] = []
        var line = "#"
        for word in ServerMessage.harmless(text).split(separator: " ") {
            if line.count > 1, line.count + 1 + word.count > lineLength {
                lines.append(line)
                line = "#"
            }
            line += " " + word
        }
        return lines + [line]
    }
}
