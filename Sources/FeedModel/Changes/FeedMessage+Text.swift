/// A message as NDJSON, CSV and a row of PostgreSQL's COPY: the same names, the same order, every name in every message.
extension FeedMessage {
    private enum Value {
        /// A text that needs no quotes in CSV and no escapes in JSON.
        case word(String)
        case text(String?)
        case number(Int64?)
        case flag(Bool?)
        case place(Place?)
        case json([UInt8]?)
    }

    /// Inlined, so that what is done with a field costs as if it were written out.
    @inline(__always)
    private func forEachField(_ body: (StaticString, Value) -> Void) {
        body("type", .word(kind.rawValue))
        body("cache", .text(cache))
        body("snapshot", .number(snapshot))
        body("change", .number(change))
        body("source", .text(source))
        body("account", .text(account))
        body("collection", .text(collection))
        body("id", .text(id))
        body("live", .flag(isLive))
        body("version", .text(version))
        body("version_order", .text(versionOrder))
        body("removed_by", .text(removedBy))
        body("place", .place(place))
        body("time_ms", .number(milliseconds))
        body("body", .json(bytes))
    }

    package static let columns = {
        var names: [String] = []
        FeedMessage(.hello, cache: "", snapshot: 0, change: 0).forEachField { name, _ in names.append("\(name)") }
        return names
    }()

    /// Appends the message as a JSON object, with a line break.
    package func appendJSON(to bytes: inout [UInt8]) {
        var mark: StaticString = "{\""
        forEachField { name, value in
            bytes.append(literal: mark)
            bytes.append(literal: name)
            bytes.append(literal: "\":")
            mark = ",\""
            switch value {
            case .word(let word):
                bytes.append(UInt8(ascii: "\""))
                bytes.append(text: word)
                bytes.append(UInt8(ascii: "\""))
            case .text(let text?): JSONWriter.append(text, to: &bytes)
            case .number(let number?): bytes.append(digitsOf: number)
            case .flag(let flag?): bytes.append(literal: flag ? "true" : "false")
            case .place(let place?): place.append(to: &bytes)
            case .json(let json?): bytes += json
            case .text(nil), .number(nil), .flag(nil), .place(nil), .json(nil): bytes.append(literal: "null")
            }
        }
        bytes.append(literal: "}\n")
    }

    /// The line with the names of the columns (RFC 4180), with its line break.
    package static let csvHeader = Array((columns.joined(separator: ",") + "\r\n").utf8)

    /// Appends the message as a record (RFC 4180), with a line break. What is missing is empty, a text without characters
    /// is a pair of quotes.
    package func appendCSV(to bytes: inout [UInt8]) {
        appendRow(to: &bytes, separator: ",", quote: "\"", missing: "", end: "\r\n", escaped: Self.csvEscape)
    }

    /// Appends the message as a row of PostgreSQL's COPY in its text format, with a line break. What is missing is `\N`.
    package func appendCopy(to bytes: inout [UInt8]) {
        appendRow(to: &bytes, separator: "\t", quote: "", missing: "\\N", end: "\n", escaped: Self.copyEscape)
    }

    @inline(__always)
    private func appendRow(
        to bytes: inout [UInt8], separator: StaticString, quote: StaticString, missing: StaticString, end: StaticString,
        escaped escape: Escape
    ) {
        forEachField { _, value in
            if case .word(let word) = value { return bytes.append(text: word) }
            bytes.append(literal: separator)
            switch value {
            case .text(var text?): text.withUTF8 { Self.append($0, in: quote, escaped: escape, to: &bytes) }
            case .number(let number?): bytes.append(digitsOf: number)
            case .flag(let flag?): bytes.append(literal: flag ? "true" : "false")
            case .place(let place?):
                bytes.append(literal: quote)
                place.append(to: &bytes)
                bytes.append(literal: quote)
            case .json(let json?):
                json.withUnsafeBufferPointer { Self.append($0, in: quote, escaped: escape, to: &bytes) }
            case .word, .text(nil), .number(nil), .flag(nil), .place(nil), .json(nil): bytes.append(literal: missing)
            }
        }
        bytes.append(literal: end)
    }

    /// What comes before a character that needs it, and what the character becomes.
    private typealias Escape = (mark: UInt8, character: (UInt8) -> UInt8?)

    private static var csvEscape: Escape { (UInt8(ascii: "\""), { $0 == UInt8(ascii: "\"") ? $0 : nil }) }

    private static var copyEscape: Escape {
        (
            UInt8(ascii: "\\"),
            { byte in
                switch byte {
                case UInt8(ascii: "\\"): byte
                case UInt8(ascii: "\t"): UInt8(ascii: "t")
                case UInt8(ascii: "\n"): UInt8(ascii: "n")
                case UInt8(ascii: "\r"): UInt8(ascii: "r")
                default: nil
                }
            }
        )
    }

    /// Appends a text. U+0000, which only a version can have here, becomes U+FFFD, since databases take none.
    @inline(__always)
    private static func append(
        _ text: UnsafeBufferPointer<UInt8>, in quote: StaticString, escaped escape: Escape, to bytes: inout [UInt8]
    ) {
        bytes.append(literal: quote)
        defer { bytes.append(literal: quote) }
        // Piece by piece, each built on the stack.
        let length = 320
        for start in stride(from: 0, to: text.count, by: length) {
            let piece = UnsafeBufferPointer(rebasing: text[start..<min(start + length, text.count)])
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length * UTF8.encodedReplacementCharacter.count) {
                let count = Self.escape(piece, escape, into: $0)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count]))
            }
        }
    }

    /// - Returns: how many bytes of `escaped` it takes.
    @inline(__always)
    private static func escape(
        _ text: UnsafeBufferPointer<UInt8>, _ escape: Escape, into escaped: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        for byte in text {
            if byte == 0 {
                for part in UTF8.encodedReplacementCharacter {
                    escaped[count] = part
                    count += 1
                }
            } else if let character = escape.character(byte) {
                escaped[count] = escape.mark
                escaped[count + 1] = character
                count += 2
            } else {
                escaped[count] = byte
                count += 1
            }
        }
        return count
    }
}

/// Text without a string of its own, since there is a lot of it.
extension [UInt8] {
    mutating func append(literal text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

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
