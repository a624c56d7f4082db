/// A part of a statement that a user gave, looked at before it is put in its place: its brackets are closed, its quotes
/// and comments end, and no semicolon is in it, so that it cannot end the place it is put in.
///
/// That it only reads is the authorizer's to see.
enum SQLExpression {
    static func checked(_ text: String) throws(StoreError) -> String {
        guard !text.utf8.contains(0) else { throw .badQuery(reason: "it holds U+0000") }
        let (bytes, missing) = SQLText.withoutQuoted(text)
        var depth = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: ";"): throw .badQuery(reason: "“;” cannot be in an expression")
            default: continue
            }
            guard depth >= 0 else { break }
        }
        if depth >= 0, let missing {
            throw .badQuery(reason: "“\(missing)” is missing at the end of an expression")
        }
        let hasWords = bytes.contains { ![0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        guard hasWords else { throw .badQuery(reason: "the expression is empty") }
        guard depth == 0 else { throw .badQuery(reason: "a bracket has no other in “\(text)”") }
        return text
    }

    /// An error about a statement in which a bracket of ours follows the condition, and a comma the order: it names neither where
    /// it is not the user's own.
    static func error(_ error: StoreError, condition: String?, order: String?) -> StoreError {
        guard case .badQuery(let reason) = error else { return error }
        for (text, sign) in [(condition, ")"), (order, ",")] {
            guard let text, reason.hasPrefix("near \"\(sign)\""), !text.contains(sign) else { continue }
            return .badQuery(reason: "“\(text)” ends before it is complete")
        }
        return error
    }
}
