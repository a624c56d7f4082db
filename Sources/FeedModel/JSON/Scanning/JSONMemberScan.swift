/// Steps through the members of an object in a JSON text that was checked before.
///
/// It does not check again: of bytes that are no JSON it gives nothing, or nonsense, but no trap.
package struct JSONMemberScan {
    private var cursor: JSONByteCursor
    private var isOpen = false

    package struct Member {
        let key: JSONKey
        package let value: Range<Int>
    }

    /// Members of what is no object: none.
    package init(_ bytes: UnsafeRawBufferPointer) {
        cursor = JSONByteCursor(bytes, in: 0..<bytes.count)
        cursor.skipUncheckedSpace()
        guard cursor.byte == UInt8(ascii: "{") else { return }
        cursor.advance(1)
        cursor.skipUncheckedSpace()
        isOpen = true
    }

    package mutating func next() -> Member? {
        guard isOpen, cursor.byte == UInt8(ascii: "\"") else { return nil }
        let start = cursor.position &+ 1
        let isEscaped = cursor.skipUncheckedString()
        let key = JSONKey(range: start..<max(start, cursor.position &- 1), isEscaped: isEscaped)
        cursor.skipUncheckedSpace()
        guard cursor.byte == UInt8(ascii: ":") else { return nil }
        cursor.advance(1)
        cursor.skipUncheckedSpace()
        let value = cursor.position
        cursor.skipUncheckedValue()
        let member = Member(key: key, value: value..<cursor.position)
        cursor.skipUncheckedSpace()
        isOpen = cursor.byte == UInt8(ascii: ",")
        cursor.advance(1)
        cursor.skipUncheckedSpace()
        return member
    }

    /// Whether a member of these bytes has a name, however it is spelled there.
    @inline(__always) package func matches(_ member: Member, _ name: UnsafeRawBufferPointer) -> Bool {
        if !member.key.isEscaped { return cursor.matches(name, in: member.key.range) }
        return JSONText(unescaping: cursor.bytes(in: member.key.range)[...]).utf8.elementsEqual(name)
    }
}

/// Steps through the elements of an array in a JSON text that was checked before, as `JSONMemberScan` does through members.
struct JSONElementScan {
    private var cursor: JSONByteCursor
    private var isOpen = false

    /// Elements of what is no array: none.
    init(_ bytes: UnsafeRawBufferPointer) {
        cursor = JSONByteCursor(bytes, in: 0..<bytes.count)
        cursor.skipUncheckedSpace()
        guard cursor.byte == UInt8(ascii: "[") else { return }
        cursor.advance(1)
        cursor.skipUncheckedSpace()
        isOpen = cursor.byte != UInt8(ascii: "]")
    }

    /// Where the next element is, nil after the last.
    mutating func next() -> Range<Int>? {
        guard isOpen else { return nil }
        let start = cursor.position
        cursor.skipUncheckedValue()
        let element = start..<cursor.position
        cursor.skipUncheckedSpace()
        isOpen = cursor.byte == UInt8(ascii: ",") && !cursor.isAtEnd
        cursor.advance(1)
        cursor.skipUncheckedSpace()
        return element
    }
}
