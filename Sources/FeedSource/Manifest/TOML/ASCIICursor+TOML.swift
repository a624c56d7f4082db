import FeedModel

extension ASCIICursor {
    /// Begins after the byte order mark, if there is one.
    ///
    /// - Throws: `TOMLSyntaxError` at the first byte that is not UTF-8.
    init(toml bytes: [UInt8]) throws(TOMLSyntaxError) {
        self.init(bytes[...])
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

    /// Takes a line feed, with or without a carriage return before it.
    mutating func takeLineEnd() -> Bool {
        take("\n") || take("\r\n")
    }

    var second: UInt8? { bytes[position...].dropFirst().first }

    /// Skips spaces, line ends and comments; gives whether anything follows.
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
