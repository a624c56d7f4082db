/// Reads small ASCII grammars (dates, headers) byte by byte; each `take` moves on only when it matches.
package struct ASCIICursor {
    package let bytes: ArraySlice<UInt8>
    package private(set) var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    package var isAtEnd: Bool { position == bytes.endIndex }

    package var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    package mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    package mutating func take(while isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let next, isTaken(next) { position += 1 }
        return bytes[start..<position]
    }

    /// Skips spaces and tabs.
    package mutating func skipSpace() {
        _ = take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    mutating func take(anyOf first: UInt8, _ second: UInt8) -> Bool { take(first) || take(second) }

    package mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    var isAtDigit: Bool { next?.isDigit ?? false }

    mutating func digit() -> Int? {
        guard isAtDigit, let byte = next else { return nil }
        position += 1
        return Int(byte - UInt8(ascii: "0"))
    }

    /// The number written in exactly `count` digits, at most 18 of them.
    mutating func number(digits count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// The minutes that a zone is ahead of UTC: `Z`, `GMT`, `UTC`, `+01:00`, `+0100` or `+01`, with a space before it or
    /// without; 0 at the end of the text, since no zone means UTC.
    mutating func zone() -> Int? {
        if isAtEnd { return 0 }
        _ = take(UInt8(ascii: " "))
        if take(anyOf: UInt8(ascii: "Z"), UInt8(ascii: "z")) || take("GMT") || take("UTC") { return 0 }
        let isWest = take(UInt8(ascii: "-"))
        guard isWest || take(UInt8(ascii: "+")), let hours = number(digits: 2), hours <= 23 else { return nil }
        var minutes = 0
        if take(UInt8(ascii: ":")) || isAtDigit {
            guard let number = number(digits: 2), number <= 59 else { return nil }
            minutes = number
        }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
}
