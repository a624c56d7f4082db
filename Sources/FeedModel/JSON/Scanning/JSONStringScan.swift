/// Steps through the strings among the values of a JSON text that was checked before, at any depth, in one pass. Keys are
/// passed over.
///
/// It does not check again: of bytes that are no JSON it gives nothing, or nonsense, but no trap.
struct JSONStringScan {
    private enum Step {
        /// To the member of that key, with its quotes; nil before the key was read.
        case member(Range<Int>?)
        case element(Int)
    }

    private let bytes: UnsafeRawBufferPointer
    private var cursor: JSONByteCursor
    private var steps: [Step] = []

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        cursor = JSONByteCursor(bytes, in: 0..<bytes.count)
    }

    /// Where the next string is, with its quotes; nil after the last.
    mutating func next() -> Range<Int>? {
        while let token = cursor.nextToken() {
            switch bytes[token.lowerBound] {
            case UInt8(ascii: "{"): steps.append(.member(nil))
            case UInt8(ascii: "["): steps.append(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            case UInt8(ascii: ","): goOn()
            case UInt8(ascii: "\""):
                guard case .member(nil)? = steps.last else { return token }
                steps[steps.count - 1] = .member(token)
            default: break
            }
        }
        return nil
    }

    /// The path of the string that `next` gave last, as `DottedPath` writes it; empty where the text is a string.
    func path() -> String {
        let components = steps.map { step in
            switch step {
            case .member(let key):
                DottedPath.Component(key.map { JSONText(quoted: cursor.bytes(in: $0)[...]).string } ?? "")
            case .element(let index): DottedPath.Component("\(index)")
            }
        }
        return DottedPath(components: components).description
    }

    private mutating func goOn() {
        switch steps.popLast() {
        case .member: steps.append(.member(nil))
        case .element(let index): steps.append(.element(index + 1))
        case nil: break
        }
    }
}
