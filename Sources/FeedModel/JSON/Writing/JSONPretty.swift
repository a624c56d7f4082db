/// Changes the white space between the tokens of a JSON text, and nothing else: order, repeated keys and the spelling
/// of every string and number stay.
///
/// For texts that were checked before; anything else comes out with its white space changed, without a trap.
package enum JSONPretty {
    /// The text with one element a line, each level indented by two spaces; empty containers stay closed.
    package static func indented(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.withUnsafeBytes { bytes in
            var cursor = JSONByteCursor(bytes, in: 0..<bytes.count)
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count * 2)
            var depth = 0
            /// Whether the last token opened a container, which may be empty.
            var isOpening = false
            while let token = cursor.nextToken() {
                let byte = bytes[token.lowerBound]
                let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
                if isClosing { depth = max(depth - 1, 0) }
                if isOpening != isClosing { breakLine(&output, depth) }
                isOpening = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
                output.append(contentsOf: bytes[token])
                if isOpening { depth = min(depth + 1, JSONScanner.maximumDepth) }
                if byte == UInt8(ascii: ",") { breakLine(&output, depth) }
                if byte == UInt8(ascii: ":") { output.append(0x20) }
            }
            return output
        }
    }

    private static func breakLine(_ output: inout [UInt8], _ depth: Int) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }

    /// The text on one line without any white space between its tokens, as a line of NDJSON needs it.
    package static func singleLine(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.withUnsafeBufferPointer(singleLine)
    }

    /// The same of bytes that lie elsewhere. Most have nothing between their tokens, and are copied as they are.
    package static func singleLine(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard hasSpace(UnsafeRawBufferPointer(bytes)) else { return Array(bytes) }
        var cursor = JSONByteCursor(UnsafeRawBufferPointer(bytes), in: 0..<bytes.count)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        while let token = cursor.nextToken() { output.append(contentsOf: bytes[token]) }
        return output
    }

    /// Whether there is white space outside of strings.
    private static func hasSpace(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var cursor = JSONByteCursor(bytes, in: 0..<bytes.count)
        while !cursor.isAtEnd {
            if cursor.byte <= 0x20 { return true }
            if cursor.byte == UInt8(ascii: "\"") { cursor.skipUncheckedString() } else { cursor.advance(1) }
        }
        return false
    }
}
