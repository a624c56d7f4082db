import FeedModel

extension TOMLReader {
    /// Takes a string in any of the four forms, or in the two of one line for a key; nil where none begins.
    mutating func string(isKey: Bool = false) throws(TOMLSyntaxError) -> String? {
        let start = text.position
        guard let quote = text.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        if !isKey, text.take(quote == UInt8(ascii: "'") ? "'''" : "\"\"\"") {
            return try longString(in: quote, from: start)
        }
        _ = text.take(quote)
        var content: [UInt8] = []
        while let byte = text.next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            if text.take(quote) { return String(decoding: content, as: UTF8.self) }
            try part(of: quote, to: &content)
        }
        throw text.error("the quote that opens here is not closed on its line", at: start)
    }

    /// After the three quotes. Line ends are given as line feeds.
    private mutating func longString(in quote: UInt8, from start: Int) throws(TOMLSyntaxError) -> String {
        var content: [UInt8] = []
        let end = String(repeating: Character(UnicodeScalar(quote)), count: 3)
        _ = text.takeLineEnd()
        while text.next != nil {
            if text.take(end) {
                // Up to two quotes may be inside, right before the three that close it.
                for _ in 0..<2 where text.take(quote) { content.append(quote) }
                return String(decoding: content, as: UTF8.self)
            }
            if text.takeLineEnd() {
                content.append(UInt8(ascii: "\n"))
            } else if quote == UInt8(ascii: "\""), text.next == UInt8(ascii: "\\"), skipFoldedLines() {
                continue
            } else {
                try part(of: quote, to: &content)
            }
        }
        throw text.error("the three quotes that open here are not closed", at: start)
    }

    /// Takes a character of a string, or an escape for one.
    private mutating func part(of quote: UInt8, to content: inout [UInt8]) throws(TOMLSyntaxError) {
        if quote == UInt8(ascii: "\""), text.next == UInt8(ascii: "\\") { return try escape(to: &content) }
        let plain = text.take { $0 != quote && $0 != UInt8(ascii: "\\") && !ASCIICursor.isControl($0) }
        content += plain
        guard plain.isEmpty else { return }
        guard let byte = text.next, !ASCIICursor.isControl(byte), text.take(byte) else {
            throw text.error("a string cannot hold a control character as it is; write it as \\u and four hex digits")
        }
        content.append(byte)
    }

    /// A backslash at the end of a line takes it away, and all white space after it.
    private mutating func skipFoldedLines() -> Bool {
        let before = text
        _ = text.take("\\")
        text.skipSpace()
        guard text.takeLineEnd() else {
            text = before
            return false
        }
        repeat { text.skipSpace() } while text.takeLineEnd()
        return true
    }

    private mutating func escape(to content: inout [UInt8]) throws(TOMLSyntaxError) {
        let start = text.position
        _ = text.take("\\")
        let scalar: Unicode.Scalar? =
            switch text.next.map(UnicodeScalar.init) {
            case "b": "\u{8}"
            case "t": "\t"
            case "n": "\n"
            case "f": "\u{C}"
            case "r": "\r"
            case "\"": "\""
            case "\\": "\\"
            case "u": hexadecimal(digits: 4)
            case "U": hexadecimal(digits: 8)
            default: nil
            }
        guard let scalar, let last = text.next, text.take(last) else {
            throw text.error(
                "there is no such escape; write \\\\ for a backslash, or the text in single quotes", at: start)
        }
        content += UTF8.encode(scalar).map(Array.init) ?? []
    }

    /// The scalar of so many digits after `next`; the last of them is left to be taken.
    private mutating func hexadecimal(digits count: Int) -> Unicode.Scalar? {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let letter = text.next, text.take(letter) else { return nil }
            guard let digit = text.next.map({ Character(UnicodeScalar($0)) })?.hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return Unicode.Scalar(value)
    }
}
