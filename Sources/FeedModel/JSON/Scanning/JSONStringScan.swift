/// Steps through the strings among the values of a JSON text that was checked before, at any depth, in one pass. Keys are
/// passed over.
///
/// It does not check again: of bytes that are no JSON it gives nothing, or nonsense, but no trap.
struct JSONStringScan {
    private enum Step {
        /// To the member of that key; nil before the key was read.
        case member(JSONKey?)
        case element(Int)
    }

    private var cursor: JSONByteCursor
    private var steps: [Step] = []

    init(_ bytes: UnsafeRawBufferPointer) { cursor = JSONByteCursor(bytes, in: 0..<bytes.count) }

    /// Where the next string is, with its quotes; nil after the last.
    mutating func next() -> Range<Int>? {
        while true {
            cursor.skipUncheckedSpace()
            if cursor.isAtEnd { return nil }
            switch cursor.byte {
            case UInt8(ascii: "{"): enter(.member(nil))
            case UInt8(ascii: "["): enter(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = steps.popLast()
                cursor.advance(1)
            case UInt8(ascii: ","): goOn()
            case UInt8(ascii: ":"): cursor.advance(1)
            case UInt8(ascii: "\""):
                let start = cursor.position
                let string = cursor.skipUncheckedString()
                guard case .member(nil)? = steps.last else { return start..<cursor.position }
                steps[steps.count - 1] = .member(string)
            default: cursor.skipUncheckedValue()
            }
        }
    }

    /// The path of the string that `next` gave last, as `DottedPath` writes it; empty where the text is a string.
    func path() -> String {
        let components = steps.map { step in
            switch step {
            case .member(let key):
                DottedPath.Component(key.map { JSONText(unescaping: cursor.bytes(in: $0.range)[...]).string } ?? "")
            case .element(let index): DottedPath.Component("\(index)")
            }
        }
        return DottedPath(components: components).description
    }

    private mutating func enter(_ step: Step) {
        steps.append(step)
        cursor.advance(1)
    }

    private mutating func goOn() {
        switch steps.popLast() {
        case .member: steps.append(.member(nil))
        case .element(let index): steps.append(.element(index + 1))
        case nil: break
        }
        cursor.advance(1)
    }
}
