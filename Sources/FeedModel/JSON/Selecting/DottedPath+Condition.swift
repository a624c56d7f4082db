extension DottedPath.Condition {
    /// The first element of the array at `range` whose field has the value; nil where there is none, or no array.
    func element(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        JSONDocument.elements(of: range, in: bytes).first { isMet(by: $0, in: bytes) }
    }

    private func isMet(by element: Range<Int>, in bytes: [UInt8]) -> Bool {
        // The last of repeated keys counts, as everywhere.
        guard
            let place = JSONDocument.members(of: element, in: bytes).last(where: {
                $0.key.utf8.elementsEqual(field.utf8)
            })?.value
        else { return false }
        switch JSONScalar(bytes: bytes[place]) {
        case .string(let text), .number(let text): return text == value
        case .bool(let isTrue): return value == (isTrue ? "true" : "false")
        case .null: return value == "null"
        case .array, .object: return false
        }
    }
}
