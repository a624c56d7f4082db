/// Changes the white space between the tokens of a JSON text, and nothing else: order, repeated keys and the spelling
/// of every string and number stay.
///
/// For texts that were checked before; anything else comes out with its white space changed, without a trap.
package enum JSONPretty {
    /// The text with one element a line, each level indented by `spaces`; empty containers stay closed.
    package static func indented(_ bytes: ArraySlice<UInt8>, spaces: Int = 2) -> [UInt8] {
        var layout = Layout(bytes: bytes)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        var depth = 0
        func breakLine() {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(0x20, count: min(depth, JSONScanner.maximumDepth) * max(spaces, 0)))
        }
        while let token = layout.nextToken() {
            switch token.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output += token
                // A closing bracket directly after the opening one: an empty container.
                if let closing = layout.takeClosing() {
                    output.append(closing)
                } else {
                    depth += 1
                    breakLine()
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth = max(depth - 1, 0)
                breakLine()
                output += token
            case UInt8(ascii: ","):
                output += token
                breakLine()
            case UInt8(ascii: ":"):
                output += [UInt8(ascii: ":"), 0x20]
            default:
                output += token
            }
        }
        return output
    }

    /// The text on one line without any white space between its tokens, as a line of NDJSON needs it.
    package static func singleLine(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var layout = Layout(bytes: bytes)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        while let token = layout.nextToken() { output += token }
        return output
    }

    /// The same of bytes that lie elsewhere. Most have nothing between their tokens, and are copied as they are.
    package static func singleLine(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let copy = Array(bytes)
        return hasSpace(bytes) ? singleLine(copy[...]) : copy
    }

    /// Whether there is white space outside of strings.
    private static func hasSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if Layout.isSpace(byte) { return true }
            position += 1
            guard byte == UInt8(ascii: "\"") else { continue }
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            position += 1
        }
        return false
    }

    /// Splits a text into its tokens.
    private struct Layout {
        private let bytes: ArraySlice<UInt8>
        private var position: Int

        init(bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
            position = bytes.startIndex
        }

        mutating func nextToken() -> ArraySlice<UInt8>? {
            skipSpace()
            guard position < bytes.endIndex else { return nil }
            let start = position
            switch bytes[start] {
            case UInt8(ascii: "\""): skipString()
            case let byte where Self.isPunctuation(byte): position += 1
            default: skipWord()
            }
            return bytes[start..<position]
        }

        mutating func takeClosing() -> UInt8? {
            skipSpace()
            guard position < bytes.endIndex else { return nil }
            let byte = bytes[position]
            guard byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") else { return nil }
            position += 1
            return byte
        }

        private mutating func skipString() {
            position += 1
            while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            position = min(position + 1, bytes.endIndex)
        }

        private mutating func skipWord() {
            while position < bytes.endIndex, !Self.isPunctuation(bytes[position]), !Self.isSpace(bytes[position]),
                bytes[position] != UInt8(ascii: "\"")
            {
                position += 1
            }
        }

        private mutating func skipSpace() {
            while position < bytes.endIndex, Self.isSpace(bytes[position]) { position += 1 }
        }

        static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        }

        private static func isPunctuation(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"),
                UInt8(ascii: ","):
                true
            default: false
            }
        }
    }
}
