/// A part of a statement that a user gave, looked at before it is put in its place: its brackets are closed, its quotes
/// and comments end, and no semicolon is in it, so that it cannot end the place it is put in.
///
/// That it only reads is the authorizer's to see.
enum SQLExpression {
    /// The expression as it is.
    ///
    /// - Throws: `StoreError.badQuery` where it is none.
    static func checked(_ text: String) throws(StoreError) -> String {
        guard !text.utf8.contains(0) else { throw .badQuery(reason: "it holds U+0000") }
        var bytes = Array(text.utf8)[...]
        var (depth, hasWords) = (0, false)
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): try skip(to: [byte], &bytes)
            case UInt8(ascii: "["): try skip(to: [UInt8(ascii: "]")], &bytes)
            case UInt8(ascii: "-") where bytes.first == byte:
                bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
                continue
            case UInt8(ascii: "/") where bytes.first == UInt8(ascii: "*"):
                bytes.removeFirst()
                try skip(to: Array("*/".utf8), &bytes)
                continue
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: ";"): throw .badQuery(reason: "“;” cannot be in an expression")
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: continue
            default: break
            }
            hasWords = true
            guard depth >= 0 else { break }
        }
        guard hasWords else { throw .badQuery(reason: "the expression is empty") }
        guard depth == 0 else { throw .badQuery(reason: "a bracket has no other in “\(text)”") }
        return text
    }

    /// An error about a statement in which a bracket of ours follows the condition, and a comma the order: it names neither where
    /// it is not the user's own.
    static func error(_ error: StoreError, condition: String?, order: String? = nil) -> StoreError {
        guard case .badQuery(let reason) = error else { return error }
        for (text, sign) in [(condition, ")"), (order, ",")] {
            guard let text, reason.hasPrefix("near \"\(sign)\""), !text.contains(sign) else { continue }
            return .badQuery(reason: "“\(text)” ends before it is complete")
        }
        return error
    }

    /// Goes to the end of what is quoted. A doubled quote ends one text and begins the next, which is the same here.
    private static func skip(to end: [UInt8], _ bytes: inout ArraySlice<UInt8>) throws(StoreError) {
        while !bytes.isEmpty {
            if bytes.starts(with: end) {
                bytes = bytes.dropFirst(end.count)
                return
            }
            bytes.removeFirst()
        }
        throw .badQuery(reason: "“\(String(decoding: end, as: UTF8.self))” is missing at the end of an expression")
    }
}
