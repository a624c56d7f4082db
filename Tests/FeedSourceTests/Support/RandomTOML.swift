import TestSupport

@testable import FeedSource

/// Random values, and one of the ways that TOML may write each.
enum RandomTOML {
    static func value(depth: Int, using random: inout SeededGenerator) -> (text: String, value: ManifestValue) {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0:
            let bit = Bool.random(using: &random)
            return ("\(bit)", .bool(bit))
        case 1:
            let number = Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random)
            return (integer(number, using: &random), .integer(number))
        case 2:
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { return ("-inf", .number(-.infinity)) }
            let text = "\(number)"
            return (text.contains(".") || text.contains("e") ? text : text + ".0", .number(number))
        case 3, 4:
            let content = text(using: &random)
            return (string(content, using: &random), .string(content))
        case 5, 6:
            let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                value(depth: depth - 1, using: &random)
            }
            let gap = ["", " ", "\n", " # ]\r\n\t"].randomElement(using: &random) ?? ""
            let end = elements.isEmpty || Bool.random(using: &random) ? "" : ","
            let text = elements.map { gap + $0.text + gap }.joined(separator: ",") + end + gap
            return ("[\(text)]", .list(elements.map(\.value)))
        default:
            var members: [String: ManifestValue] = [:]
            var texts: [String] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let (written, value) = value(depth: depth - 1, using: &random)
                let key = text(using: &random)
                guard members[key] == nil else { continue }
                members[key] = value
                texts.append("\(quoted(key)) = \(written)")
            }
            return ("{ \(texts.joined(separator: " , ")) }", .table(members))
        }
    }

    private static func integer(_ number: Int, using random: inout SeededGenerator) -> String {
        guard number >= 0 else { return "\(number)" }
        return switch Int.random(in: 0..<5, using: &random) {
        case 0: "0x" + String(number, radix: 16, uppercase: Bool.random(using: &random))
        case 1: "0o" + String(number, radix: 8)
        case 2: "0b" + String(number, radix: 2).map(String.init).joined(separator: "_")
        case 3: "+\(number)"
        default: "\(number)"
        }
    }

    private static func text(using random: inout SeededGenerator) -> String {
        let letters: [Unicode.Scalar] = [
            "a", "é", "🍣", " ", "\t", "\n", "\r", "\"", "'", "\\", "#", "\u{0}", "\u{7F}", "\u{85}", "=", "]", "}", ",",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            text.unicodeScalars.append(letters.randomElement(using: &random) ?? "a")
        }
        return text
    }

    private static func string(_ content: String, using random: inout SeededGenerator) -> String {
        let isPlain = content.unicodeScalars.allSatisfy { ($0.value >= 0x20 || $0 == "\t") && $0.value != 0x7F }
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where isPlain && !content.unicodeScalars.contains("'"): return "'\(content)'"
        case 1: return "\"\"\"\(quoted(content).dropFirst().dropLast())\"\"\""
        case 2 where content.unicodeScalars.first.map { !$0.properties.isWhitespace } ?? true:
            return "\"\"\"\r\n\\ \n  \(quoted(content).dropFirst().dropLast())\"\"\""
        default: return quoted(content)
        }
    }

    private static func quoted(_ content: String) -> String {
        var text = "\""
        for scalar in content.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case _ where scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F || scalar.value > 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
