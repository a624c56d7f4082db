/// Goes over the bytes of a TOML text and counts its lines.
struct TOMLCursor {
    private let bytes: [UInt8]
    private(set) var position = 0
    /// The line at `position`, from 1.
    private(set) var line = 1

    /// Begins after the byte order mark, if there is one.
    ///
    /// - Throws: `TOMLSyntaxError` at the first byte that is not UTF-8.
    init(_ bytes: [UInt8]) throws(TOMLSyntaxError) {
        self.bytes = bytes
        if let place = Self.firstFlaw(in: bytes) { throw error("the text is not UTF-8", at: place) }
        _ = take("\u{FEFF}")
    }

    private static func firstFlaw(in bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var position = 0
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { position += scalar.count }
        return position
    }

    func error(_ message: String, at place: Int? = nil) -> TOMLSyntaxError {
        let before = bytes[..<(place ?? position)]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return TOMLSyntaxError(
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            // Bytes that continue a character begin none.
            column: before[start...].count { $0 & 0xC0 != 0x80 } + 1,
            message: message)
    }

    // MARK: Steps

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    var second: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

    /// Takes a mark that holds no line end, if it is next.
    mutating func take(_ mark: String) -> Bool {
        guard bytes[position...].starts(with: mark.utf8) else { return false }
        position += mark.utf8.count
        return true
    }

    /// Takes one byte, if it is next. Line ends have `takeLineEnd`.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func take(while isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, isTaken(byte) { position += 1 }
        return bytes[start..<position]
    }

    /// Takes a line feed, with or without a carriage return before it.
    mutating func takeLineEnd() -> Bool {
        guard take("\n") || take("\r\n") else { return false }
        line += 1
        return true
    }

    mutating func skipSpace() {
        _ = take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// Skips spaces, line ends and comments.
    ///
    /// - Returns: whether anything follows.
    mutating func skipBlank() throws(TOMLSyntaxError) -> Bool {
        repeat {
            skipSpace()
            try skipComment()
        } while takeLineEnd()
        return next != nil
    }

    /// Skips the rest of a line, in which only a comment may be.
    mutating func endLine() throws(TOMLSyntaxError) {
        skipSpace()
        try skipComment()
        guard takeLineEnd() || next == nil else { throw error("the line should end here; write one key to a line") }
    }

    private mutating func skipComment() throws(TOMLSyntaxError) {
        guard take("#") else { return }
        _ = take { !Self.isControl($0) }
        guard next == nil || next == UInt8(ascii: "\n") || (next, second) == (0x0D, 0x0A) else {
            throw error("a comment cannot hold a control character")
        }
    }

    /// Whether a byte is a control character that may not be in comments and strings as it is.
    static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
    }
}
