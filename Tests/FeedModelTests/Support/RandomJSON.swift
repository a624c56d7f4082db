import FeedModel
import TestSupport

extension String {
    /// A short text of characters that JSON readers stumble over.
    static func random(using generator: inout SeededGenerator) -> String {
        let pool: [Unicode.Scalar] = [
            "a", "b", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{301}", "日", "\u{2028}",
            "\u{FFFD}",
            "\u{FFFF}", "🍣", "\u{10FFFF}", "0", ",",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            text.append(pool.randomElement(using: &generator) ?? "a")
        }
        return String(text)
    }
}

/// Random JSON texts, with white space where it may be.
enum RandomJSON {
    static func text(depth: Int = 4, using generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        append(depth: depth, to: &bytes, using: &generator)
        return bytes
    }

    private static func append(depth: Int, to bytes: inout [UInt8], using generator: inout SeededGenerator) {
        appendSpace(to: &bytes, using: &generator)
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
        case 0: bytes += "null".utf8
        case 1: bytes += (Bool.random(using: &generator) ? "true" : "false").utf8
        case 2:
            bytes +=
                (["0", "-0", "7", "-1.5", "1e3", "12E-2", "9007199254740993"].randomElement(using: &generator) ?? "0")
                .utf8
        case 3, 4: JSONWriter.append(.random(using: &generator), to: &bytes)
        case 5, 6: appendContainer("[", "]", hasKeys: false, depth: depth, to: &bytes, using: &generator)
        default: appendContainer("{", "}", hasKeys: true, depth: depth, to: &bytes, using: &generator)
        }
        appendSpace(to: &bytes, using: &generator)
    }

    private static func appendContainer(
        _ opening: String, _ closing: String, hasKeys: Bool, depth: Int, to bytes: inout [UInt8],
        using generator: inout SeededGenerator
    ) {
        bytes += opening.utf8
        let count = Int.random(in: 0...4, using: &generator)
        for index in 0..<count {
            if index > 0 { bytes += ",".utf8 }
            if hasKeys {
                appendSpace(to: &bytes, using: &generator)
                // The number keeps keys apart: which of repeated ones counts is tested elsewhere.
                JSONWriter.append("\(index)" + .random(using: &generator), to: &bytes)
                appendSpace(to: &bytes, using: &generator)
                bytes += ":".utf8
            }
            append(depth: depth - 1, to: &bytes, using: &generator)
        }
        if count == 0 { appendSpace(to: &bytes, using: &generator) }
        bytes += closing.utf8
    }

    private static func appendSpace(to bytes: inout [UInt8], using generator: inout SeededGenerator) {
        bytes += (["", "", "", " ", "\n\t", "             "].randomElement(using: &generator) ?? "").utf8
    }
}
