/// Reads JSON strictly by RFC 8259 in one pass, building nothing: it checks the bytes and gives positions.
///
/// Refused: trailing commas, comments, `NaN`, numbers and escapes outside the grammar, raw control characters and
/// invalid UTF-8 in strings (overlong forms, surrogates, beyond U+10FFFF), anything after the value, and nesting
/// deeper than 512. Accepted: any value at the top, numbers of any size (they are text here), `\u` escapes of
/// unpaired surrogates (the RFC's grammar has them; only readers of the text must care), one UTF-8 byte order mark at
/// the start, and repeated keys.
///
/// Nothing recurses: nesting is kept in a `JSONNesting`.
struct JSONScanner {
    static let maximumDepth = 512

    var cursor: JSONByteCursor
    /// How many brackets were opened with `enter` and not closed.
    private(set) var depth = 0

    @inline(__always)
    static func reading<Result>(
        _ bytes: [UInt8], in range: Range<Int>, _ body: (inout JSONScanner) throws(JSONSyntaxError) -> Result
    ) throws(JSONSyntaxError) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
            var scanner = JSONScanner(cursor: JSONByteCursor(UnsafeRawBufferPointer(buffer), in: range))
            return try body(&scanner)
        }
    }

    // MARK: Around values

    /// Skips a byte order mark and white space; throws if nothing else is there.
    mutating func beginDocument() throws(JSONSyntaxError) {
        if cursor.byte == 0xEF, cursor.byte(ahead: 1) == 0xBB, cursor.byte(ahead: 2) == 0xBF { cursor.advance(3) }
        skipSpace()
        if cursor.isAtEnd { throw error(.empty) }
    }

    /// Skips white space; throws if anything else follows.
    mutating func endDocument() throws(JSONSyntaxError) {
        skipSpace()
        if !cursor.isAtEnd { throw error(.trailingBytes) }
    }

    /// Skips the opening bracket here and the white space after it.
    @inline(__always) mutating func enter() throws(JSONSyntaxError) {
        if depth >= Self.maximumDepth { throw error(.tooDeep) }
        depth &+= 1
        cursor.advance(1)
        skipSpace()
    }

    /// Before the first element of a container: whether it is empty, in which case its end is stepped over.
    @inline(__always) mutating func leaveIfEmpty(_ closing: UInt8) -> Bool {
        guard cursor.byte == closing else { return false }
        leave()
        return true
    }

    /// After an element: steps over a comma and gives true, or over the container's end and gives false.
    @inline(__always) mutating func hasNextElement(_ closing: UInt8) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        if cursor.byte == UInt8(ascii: ",") {
            cursor.advance(1)
            skipSpace()
            return true
        }
        guard cursor.byte == closing else { throw unexpected() }
        leave()
        return false
    }

    @inline(__always) private mutating func leave() {
        cursor.advance(1)
        depth &-= 1
    }

    /// Steps over a key, its colon and the space around; gives the bytes between the quotes.
    @inline(__always) mutating func key() throws(JSONSyntaxError) -> JSONKey {
        let start = cursor.position &+ 1
        guard cursor.byte == UInt8(ascii: "\"") else { throw unexpected() }
        let isEscaped = try skipString()
        let range = start..<(cursor.position &- 1)
        skipSpace()
        guard cursor.byte == UInt8(ascii: ":") else { throw unexpected() }
        cursor.advance(1)
        skipSpace()
        return JSONKey(range: range, isEscaped: isEscaped)
    }

    @inline(__always) mutating func skipSpace() {
        // Most tokens of a compact text have no space before them: one comparison.
        guard cursor.byte <= 0x20 else { return }
        skipLongSpace()
    }

    @inline(never) private mutating func skipLongSpace() {
        while true {
            while let word = cursor.word, word == 0x2020_2020_2020_2020 { cursor.advance(8) }
            switch cursor.byte {
            case 0x20, 0x0A, 0x0D, 0x09: cursor.advance(1)
            default: return
            }
        }
    }

    // MARK: Values

    @inline(__always) mutating func skipValue() throws(JSONSyntaxError) {
        switch cursor.byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer()
        default: try skipPlainValue()
        }
    }

    @inline(__always) private mutating func skipPlainValue() throws(JSONSyntaxError) {
        switch cursor.byte {
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: throw unexpected()
        }
    }

    private mutating func skipContainer() throws(JSONSyntaxError) {
        var nesting = JSONNesting()
        repeat {
            // Here a value begins.
            let byte = cursor.byte
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                try enter()
                nesting.push(isObject: byte == UInt8(ascii: "{"))
                guard leaveIfEmpty(nesting.closing) else {
                    if nesting.isInObject { _ = try key() }
                    continue
                }
                nesting.pop()
            } else {
                try skipPlainValue()
            }
            while nesting.depth > 0 {
                if try hasNextElement(nesting.closing) {
                    if nesting.isInObject { _ = try key() }
                    break
                }
                nesting.pop()
            }
        } while nesting.depth > 0
    }

    private mutating func skipWord(_ word: StaticString) throws(JSONSyntaxError) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard cursor.byte == word.utf8Start[offset] else { throw unexpected() }
            cursor.advance(1)
        }
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    private mutating func skipNumber() throws(JSONSyntaxError) {
        if cursor.byte == UInt8(ascii: "-") { cursor.advance(1) }
        if cursor.byte == UInt8(ascii: "0") {
            cursor.advance(1)
            if cursor.byte.isDigit { throw error(.invalidNumber) }
        } else {
            try skipDigits()
        }
        if cursor.byte == UInt8(ascii: ".") {
            cursor.advance(1)
            try skipDigits()
        }
        if cursor.byte | 0x20 == UInt8(ascii: "e") {
            cursor.advance(1)
            if cursor.byte == UInt8(ascii: "+") || cursor.byte == UInt8(ascii: "-") { cursor.advance(1) }
            try skipDigits()
        }
    }

    @inline(__always) private mutating func skipDigits() throws(JSONSyntaxError) {
        guard cursor.byte.isDigit else { throw cursor.isAtEnd ? error(.unexpectedEnd) : error(.invalidNumber) }
        repeat { cursor.advance(1) } while cursor.byte.isDigit
    }

    func error(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: cursor.position)
    }

    func unexpected() -> JSONSyntaxError { error(cursor.isAtEnd ? .unexpectedEnd : .unexpectedByte) }
}

/// A key in the text: the bytes between its quotes.
struct JSONKey {
    let range: Range<Int>
    let isEscaped: Bool
}

/// Which of the brackets opened so far are braces: a stack of bits, so that nesting costs no call stack and, up to
/// 64 deep, no memory.
struct JSONNesting {
    private var bits: UInt64 = 0
    private var spilled: [UInt64] = []
    private(set) var depth = 0

    @inline(__always) var isInObject: Bool { bits & 1 == 1 }
    @inline(__always) var closing: UInt8 { isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    @inline(__always) mutating func push(isObject: Bool) {
        if depth > 0, depth & 63 == 0 { spill() }
        bits = bits << 1 | (isObject ? 1 : 0)
        depth &+= 1
    }

    @inline(__always) mutating func pop() {
        depth &-= 1
        bits >>= 1
        if depth > 0, depth & 63 == 0 { unspill() }
    }

    @inline(never) private mutating func spill() {
        spilled.append(bits)
        bits = 0
    }

    @inline(never) private mutating func unspill() { bits = spilled.popLast() ?? 0 }
}
