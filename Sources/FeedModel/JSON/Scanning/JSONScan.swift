/// Steps through the members of an object, or the elements of an array, in a JSON text that was checked before.
///
/// It does not check again: of bytes that are no JSON it gives nothing, or nonsense, but no trap.
package struct JSONScan: Sequence, IteratorProtocol {
    package enum Kind: Sendable {
        case elements
        case members

        var brackets: (open: UInt8, close: UInt8) {
            switch self {
            case .elements: (UInt8(ascii: "["), UInt8(ascii: "]"))
            case .members: (UInt8(ascii: "{"), UInt8(ascii: "}"))
            }
        }
    }

    package struct Entry {
        /// Of an element an empty one.
        let key: JSONKey
        package let value: Range<Int>
    }

    private let kind: Kind
    private var cursor: JSONByteCursor
    private var isOpen = false

    /// What is of the other kind has no entries.
    package init(_ kind: Kind, of bytes: UnsafeRawBufferPointer, in range: Range<Int>? = nil) {
        self.kind = kind
        cursor = JSONByteCursor(bytes, in: range ?? 0..<bytes.count)
        cursor.skipUncheckedSpace()
        guard cursor.byte == kind.brackets.open else { return }
        stepOver()
        isOpen = true
    }

    package mutating func next() -> Entry? {
        guard isOpen, !cursor.isAtEnd, cursor.byte != kind.brackets.close else { return nil }
        var key = JSONKey(range: 0..<0, isEscaped: false)
        if kind == .members {
            guard cursor.byte == UInt8(ascii: "\"") else { return nil }
            key = cursor.skipUncheckedString()
            cursor.skipUncheckedSpace()
            guard cursor.byte == UInt8(ascii: ":") else { return nil }
            stepOver()
        }
        let value = cursor.position
        cursor.skipUncheckedValue()
        let entry = Entry(key: key, value: value..<cursor.position)
        cursor.skipUncheckedSpace()
        isOpen = cursor.byte == UInt8(ascii: ",")
        stepOver()
        return entry
    }

    @inline(__always) private mutating func stepOver() {
        cursor.advance(1)
        cursor.skipUncheckedSpace()
    }

    /// Whether a member of these bytes has a name, however it is spelled there.
    @inline(__always) package func matches(_ member: Entry, _ name: UnsafeRawBufferPointer) -> Bool {
        if !member.key.isEscaped { return cursor.matches(name, in: member.key.range) }
        return JSONText(unescaping: cursor.bytes(in: member.key.range)[...]).utf8.elementsEqual(name)
    }
}
