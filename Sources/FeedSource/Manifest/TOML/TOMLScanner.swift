/// Steps through the brackets, quotes and keys of a TOML text, counting lines (TOML 1.0, toml.io/en/v1.0.0).
struct TOMLScanner {
    private let bytes: [UInt8]
    private(set) var position = 0
    /// The line at `position`, from 1.
    private(set) var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func has(_ mark: String) -> Bool {
        bytes[position...].starts(with: mark.utf8)
    }

    /// Takes a mark that holds no line end, if it is next.
    mutating func take(_ mark: String) -> Bool {
        guard has(mark) else { return false }
        position += mark.utf8.count
        return true
    }

    mutating func skipCharacter() {
        guard let byte = next else { return }
        if byte == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while let byte = next, isSkipped(byte) { skipCharacter() }
    }

    mutating func skipSpace() {
        skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    mutating func skipLine() {
        skip { $0 != UInt8(ascii: "\n") }
    }

    /// Goes to the next header or key; false at the end.
    mutating func skipToStatement() -> Bool {
        if position == 0, has("\u{FEFF}") { position += 3 }
        skipBlank(and: "")
        return next != nil
    }

    /// Goes to the next element of an array or inline table; behind its end it takes the bracket and gives false.
    mutating func skipToElement(before end: String) -> Bool {
        skipBlank(and: ",")
        return next != nil && !take(end)
    }

    /// Skips white space, line ends and comments, and one more kind of character.
    private mutating func skipBlank(and other: String) {
        while let byte = next {
            if byte == UInt8(ascii: "#") {
                skipLine()
            } else if " \t\r\n".utf8.contains(byte) || other.utf8.contains(byte) {
                skipCharacter()
            } else {
                return
            }
        }
    }

    mutating func skipBareValue() {
        skip { !",]}#\n".utf8.contains($0) }
    }

    // MARK: Keys and strings

    /// `a."b c".d`
    mutating func dottedKey() -> [String] {
        var keys: [String] = []
        repeat {
            skipSpace()
            guard let key = string() ?? bareKey() else { break }
            keys.append(key)
            skipSpace()
        } while take(".")
        return keys
    }

    private mutating func bareKey() -> String? {
        let start = position
        skip { URLText.isLetter($0) || URLText.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// Takes a string in any of the four forms; nil where none begins.
    ///
    /// Escapes are not resolved: a key written with them is not found, and the line of its table stands for it.
    mutating func string() -> String? {
        if take("\"\"\"") { return body(until: "\"\"\"", hasEscapes: true) }
        if take("'''") { return body(until: "'''", hasEscapes: false) }
        if take("\"") { return body(until: "\"", hasEscapes: true) }
        if take("'") { return body(until: "'", hasEscapes: false) }
        return nil
    }

    private mutating func body(until quote: String, hasEscapes: Bool) -> String {
        var content: [UInt8] = []
        while let byte = next, !has(quote) {
            if hasEscapes, byte == UInt8(ascii: "\\") { skipCharacter() }
            if let byte = next { content.append(byte) }
            skipCharacter()
        }
        position = min(position + quote.utf8.count, bytes.count)
        // Up to two quotes may stand before the three that end a multi-line string.
        while quote.utf8.count == 3, next == quote.utf8.first { position += 1 }
        return String(decoding: content, as: UTF8.self)
    }
}
