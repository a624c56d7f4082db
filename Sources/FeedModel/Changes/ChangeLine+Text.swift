/// A line as NDJSON and as CSV: the same names, the same order, every name on every line.
extension ChangeLine {
    // MARK: NDJSON

    /// Appends the line as a JSON object, with a line break.
    package func appendJSON(to bytes: inout [UInt8]) {
        bytes += #"{"type":""#.utf8
        bytes += kind.rawValue.utf8
        bytes += #"","cache":""#.utf8
        bytes += cache.utf8
        bytes += #"","snapshot":"#.utf8
        Self.append(snapshot, to: &bytes)
        bytes += #","change":"#.utf8
        Self.append(change, to: &bytes)
        append("source", source, to: &bytes)
        append("account", account, to: &bytes)
        append("collection", collection, to: &bytes)
        append("id", id, to: &bytes)
        bytes += #","live":"#.utf8
        bytes += (isLive.map { $0 ? "true" : "false" } ?? "null").utf8
        append("version", version, to: &bytes)
        append("version_order", versionOrder, to: &bytes)
        append("removed_by", removedBy, to: &bytes)
        bytes += #","place":"#.utf8
        if let place { place.append(to: &bytes) } else { bytes += "null".utf8 }
        bytes += #","time_ms":"#.utf8
        if let milliseconds { Self.append(milliseconds, to: &bytes) } else { bytes += "null".utf8 }
        bytes += #","body":"#.utf8
        if let body { bytes += body } else { bytes += "null".utf8 }
        bytes += "}\n".utf8
    }

    private func append(_ name: StaticString, _ value: String?, to bytes: inout [UInt8]) {
        bytes += #",""#.utf8
        name.withUTF8Buffer { bytes += $0 }
        bytes += #"":"#.utf8
        if let value { JSONWriter.append(value, to: &bytes) } else { bytes += "null".utf8 }
    }

    // MARK: CSV

    /// The line with the names of the columns (RFC 4180), with its line break.
    package static let csvHeader = Array((columns.joined(separator: ",") + "\r\n").utf8)

    /// Appends the line as a record (RFC 4180), with a line break. What is missing is empty, a text without characters
    /// is a pair of quotes.
    package func appendCSV(to bytes: inout [UInt8]) {
        bytes += kind.rawValue.utf8
        appendField(cache, to: &bytes)
        appendNumber(snapshot, to: &bytes)
        appendNumber(change, to: &bytes)
        for text in [source, account, collection, id] { appendField(text, to: &bytes) }
        bytes += (isLive.map { $0 ? ",true" : ",false" } ?? ",").utf8
        for text in [version, versionOrder, removedBy] { appendField(text, to: &bytes) }
        bytes.append(UInt8(ascii: ","))
        if let place {
            bytes.append(UInt8(ascii: "\""))
            place.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        appendNumber(milliseconds, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        if let body { Self.appendQuoted(body, to: &bytes) }
        bytes += "\r\n".utf8
    }

    private func appendNumber(_ number: Int64?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        if let number { Self.append(number, to: &bytes) }
    }

    private func appendField(_ text: String?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        guard let text else { return }
        Self.appendQuoted(text.utf8, to: &bytes)
    }

    /// Quotes a text. U+0000, which only a version can have here, becomes U+FFFD, since databases take none.
    private static func appendQuoted(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): bytes += [byte, byte]
            case 0: bytes += UTF8.encodedReplacementCharacter
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an integer without a string of its own.
    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
