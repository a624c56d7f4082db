/// A line as NDJSON and as CSV: the same names, the same order, every name on every line.
extension ChangeLine {
    // MARK: NDJSON

    /// Appends the line as a JSON object, with a line break.
    package func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(literal: #"{"type":""#)
        bytes.append(text: kind.rawValue)
        bytes.append(literal: #"","cache":""#)
        bytes.append(text: cache)
        bytes.append(literal: #"","snapshot":"#)
        bytes.append(digitsOf: snapshot)
        bytes.append(literal: #","change":"#)
        bytes.append(digitsOf: change)
        Self.append(#","source":"#, source, to: &bytes)
        Self.append(#","account":"#, account, to: &bytes)
        Self.append(#","collection":"#, collection, to: &bytes)
        Self.append(#","id":"#, id, to: &bytes)
        bytes.append(literal: #","live":"#)
        bytes.append(literal: isLive.map { $0 ? "true" : "false" } ?? "null")
        Self.append(#","version":"#, version, to: &bytes)
        Self.append(#","version_order":"#, versionOrder, to: &bytes)
        Self.append(#","removed_by":"#, removedBy, to: &bytes)
        bytes.append(literal: #","place":"#)
        if let place { place.append(to: &bytes) } else { bytes.append(literal: "null") }
        bytes.append(literal: #","time_ms":"#)
        if let milliseconds { bytes.append(digitsOf: milliseconds) } else { bytes.append(literal: "null") }
        bytes.append(literal: #","body":"#)
        if let body { bytes += body } else { bytes.append(literal: "null") }
        bytes.append(literal: "}\n")
    }

    private static func append(_ name: StaticString, _ value: String?, to bytes: inout [UInt8]) {
        bytes.append(literal: name)
        if let value { JSONWriter.append(value, to: &bytes) } else { bytes.append(literal: "null") }
    }

    // MARK: CSV

    /// The line with the names of the columns (RFC 4180), with its line break.
    package static let csvHeader = Array((columns.joined(separator: ",") + "\r\n").utf8)

    /// Appends the line as a record (RFC 4180), with a line break. What is missing is empty, a text without characters
    /// is a pair of quotes.
    package func appendCSV(to bytes: inout [UInt8]) {
        bytes.append(text: kind.rawValue)
        Self.appendField(cache, to: &bytes)
        Self.appendNumber(snapshot, to: &bytes)
        Self.appendNumber(change, to: &bytes)
        Self.appendField(source, to: &bytes)
        Self.appendField(account, to: &bytes)
        Self.appendField(collection, to: &bytes)
        Self.appendField(id, to: &bytes)
        bytes.append(literal: isLive.map { $0 ? ",true" : ",false" } ?? ",")
        Self.appendField(version, to: &bytes)
        Self.appendField(versionOrder, to: &bytes)
        Self.appendField(removedBy, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        if let place {
            bytes.append(UInt8(ascii: "\""))
            place.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        Self.appendNumber(milliseconds, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        body?.withUnsafeBufferPointer { Self.appendQuoted($0, to: &bytes) }
        bytes.append(literal: "\r\n")
    }

    private static func appendNumber(_ number: Int64?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        if let number { bytes.append(digitsOf: number) }
    }

    private static func appendField(_ text: String?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        guard var text else { return }
        text.withUTF8 { appendQuoted($0, to: &bytes) }
    }

    /// Quotes a text. U+0000, which only a version can have here, becomes U+FFFD, since databases take none.
    private static func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        // Piece by piece, each built on the stack.
        let length = 320
        for start in stride(from: 0, to: text.count, by: length) {
            let piece = UnsafeBufferPointer(rebasing: text[start..<min(start + length, text.count)])
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length * UTF8.encodedReplacementCharacter.count) {
                let count = quote(piece, into: $0)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count]))
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// - Returns: how many bytes of `quoted` it takes.
    private static func quote(
        _ text: UnsafeBufferPointer<UInt8>, into quoted: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        for byte in text {
            if byte == 0 {
                for part in UTF8.encodedReplacementCharacter {
                    quoted[count] = part
                    count += 1
                }
                continue
            }
            quoted[count] = byte
            count += 1
            if byte == UInt8(ascii: "\"") {
                quoted[count] = byte
                count += 1
            }
        }
        return count
    }
}

/// Text without a string of its own, since there is a lot of it.
extension [UInt8] {
    mutating func append(literal text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    mutating func append(text: String) {
        let isAppended = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) } != nil
        if !isAppended { append(contentsOf: text.utf8) }
    }

    mutating func append(digitsOf number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}
