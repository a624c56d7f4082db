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
        var path = ""
        for step in steps {
            if !path.isEmpty { path += "." }
            switch step {
            case .member(let key): path += spelled(key ?? 0..<0)
            case .element(let index): path += String(index)
            }
        }
        return path
    }

    /// The step to the member of a key. Most are plain names, which are written as they are.
    private func spelled(_ key: Range<Int>) -> String {
        let name = UnsafeRawBufferPointer(rebasing: bytes[key].dropFirst().dropLast())
        let isPlain =
            name.first?.isDigit == false && name.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        if isPlain { return String(decoding: name, as: UTF8.self) }
        return DottedPath.Component(JSONText(unescaping: Array(name)[...]).string).description
    }

    private mutating func goOn() {
        switch steps.popLast() {
        case .member: steps.append(.member(nil))
        case .element(let index): steps.append(.element(index + 1))
        case nil: break
        }
    }
}
