/// Stepping over values of a text that was checked before, without checking it again: strings by their quotes, what is
/// nested by its brackets, most of it eight bytes at a time.
extension JSONByteCursor {
    /// Where the next bracket, comma, colon or value is, stepped over; nil at the end.
    mutating func nextToken() -> Range<Int>? {
        skipUncheckedSpace()
        guard !isAtEnd else { return nil }
        let start = position
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"),
            UInt8(ascii: ","):
            advance(1)
        default: skipUncheckedValue()
        }
        return start..<position
    }

    @inline(__always) mutating func skipUncheckedSpace() {
        while byte <= 0x20, !isAtEnd { advance(1) }
    }

    @inline(__always) mutating func skipUncheckedValue() {
        switch byte {
        case UInt8(ascii: "\""): skipUncheckedString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): skipUncheckedContainer()
        default:
            // The end of the text reads as 0, which is below the blank.
            while byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
                advance(1)
            }
        }
    }

    @inline(__always) @discardableResult mutating func skipUncheckedString() -> JSONKey {
        var isEscaped = false
        advance(1)
        let start = position
        while true {
            while let word {
                let special =
                    (word ^ UInt64(repeating: UInt8(ascii: "\""))).zeroBytes
                    | (word ^ UInt64(repeating: UInt8(ascii: "\\"))).zeroBytes
                if special != 0 {
                    advance(special.trailingZeroBitCount / 8)
                    break
                }
                advance(8)
            }
            switch byte {
            case UInt8(ascii: "\""):
                advance(1)
                return JSONKey(range: start..<position &- 1, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                advance(2)
            default:
                // Among the last seven bytes of the text.
                if isAtEnd { return JSONKey(range: start..<position, isEscaped: isEscaped) }
                advance(1)
            }
        }
    }

    private mutating func skipUncheckedContainer() {
        var depth = 0
        while !isAtEnd {
            if let word {
                // Square brackets differ from braces in one bit, which is set here in all bytes.
                let braces = word | 0x2020_2020_2020_2020
                let special =
                    (word ^ UInt64(repeating: UInt8(ascii: "\""))).zeroBytes
                    | (braces ^ UInt64(repeating: UInt8(ascii: "{"))).zeroBytes
                    | (braces ^ UInt64(repeating: UInt8(ascii: "}"))).zeroBytes
                if special == 0 {
                    advance(8)
                    continue
                }
                advance(special.trailingZeroBitCount / 8)
            }
            switch byte {
            case UInt8(ascii: "\""):
                skipUncheckedString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
            default: break
            }
            advance(1)
            if depth <= 0 { return }
        }
    }
}
