/// Strings: the bulk of a page's bytes, so eight at a time where they are plain ASCII.
extension JSONScanner {
    /// Steps over the string that begins here, closing quote included; gives whether it holds escapes.
    mutating func skipString() throws(JSONSyntaxError) -> Bool {
        var isEscaped = false
        cursor.advance(1)
        while true {
            skipPlainASCII()
            switch cursor.byte {
            case UInt8(ascii: "\""):
                cursor.advance(1)
                return isEscaped
            case UInt8(ascii: "\\"):
                isEscaped = true
                try skipEscape()
            case 0x80...:
                repeat { try skipMultibyteScalar() } while cursor.byte >= 0x80
            case 0x20...:
                // Plain, but among the last seven bytes of the text.
                cursor.advance(1)
            default:
                throw error(cursor.isAtEnd ? .unexpectedEnd : .controlCharacter)
            }
        }
    }

    /// Advances to the first byte that is a quote, a backslash, a control character or not ASCII, as long as whole
    /// words of eight bytes are there.
    ///
    /// The test for a byte below n in a word is that of Sean Eron Anderson's “Bit Twiddling Hacks”. It may also flag bytes
    /// above a true hit, never below one, so the lowest flag is exact.
    @inline(__always) private mutating func skipPlainASCII() {
        while let word = cursor.word {
            let controlsAndOthers = (word &- UInt64(repeating: 0x20)) & ~word | word
            let special =
                (word ^ UInt64(repeating: UInt8(ascii: "\""))).zeroBytes
                | (word ^ UInt64(repeating: UInt8(ascii: "\\"))).zeroBytes
                | controlsAndOthers & UInt64(repeating: 0x80)
            if special != 0 {
                cursor.advance(special.trailingZeroBitCount / 8)
                return
            }
            cursor.advance(8)
        }
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        switch cursor.byte(ahead: 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            cursor.advance(2)
        case UInt8(ascii: "u"):
            for offset in 2..<6 where cursor.byte(ahead: offset).hexadecimalDigit == nil {
                throw cursor.position + offset >= cursor.end ? endError() : error(.invalidEscape)
            }
            cursor.advance(6)
        default:
            throw cursor.position + 1 >= cursor.end ? endError() : error(.invalidEscape)
        }
    }

    /// One scalar of two to four bytes, by the well-formed sequences of the Unicode Standard, table 3-7.
    @inline(__always) private mutating func skipMultibyteScalar() throws(JSONSyntaxError) {
        let first = cursor.byte
        let second = cursor.byte(ahead: 1)
        let length: Int
        let allowedSecond: ClosedRange<UInt8>
        switch first {
        case 0xC2...0xDF: (length, allowedSecond) = (2, 0x80...0xBF)
        case 0xE0: (length, allowedSecond) = (3, 0xA0...0xBF)
        case 0xED: (length, allowedSecond) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, allowedSecond) = (3, 0x80...0xBF)
        case 0xF0: (length, allowedSecond) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, allowedSecond) = (4, 0x80...0xBF)
        case 0xF4: (length, allowedSecond) = (4, 0x80...0x8F)
        default: throw error(.invalidUTF8)
        }
        guard allowedSecond.contains(second) else { throw error(.invalidUTF8) }
        if length >= 3, !Self.isContinuation(cursor.byte(ahead: 2)) { throw error(.invalidUTF8) }
        if length == 4, !Self.isContinuation(cursor.byte(ahead: 3)) { throw error(.invalidUTF8) }
        cursor.advance(length)
    }

    @inline(__always) private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    private func endError() -> JSONSyntaxError { JSONSyntaxError(reason: .unexpectedEnd, offset: cursor.end) }
}
