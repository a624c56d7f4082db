/// One JSON value without what is inside it: containers are only named.
package enum JSONScalar: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it was written, of any size and precision.
    case number(text: String)
    /// A string, unescaped. Escapes of unpaired surrogates become U+FFFD.
    case string(String)
    case array
    case object

    /// Reads one value that a scanner has accepted, with no white space around it.
    package init(bytes: ArraySlice<UInt8>) {
        switch bytes.first {
        case UInt8(ascii: "\""): self = .string(JSONText(quoted: bytes).string)
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"), nil: self = .null
        default: self = .number(text: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// What it is, for messages: “a number”, “null”.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The text where it can name something: a string that is not empty, or an integer as it was written.
    package var identifier: String? {
        switch self {
        case .string(let text) where !text.isEmpty: text
        case .number(let text) where text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isDigit }): text
        default: nil
        }
    }

    /// A string, a number as it was written, `true` or `false`; nil for null, an array and an object.
    package var plainText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// A whole number, as number or text, that is not negative and can be kept. A server may write a greater one, such as the
    /// greatest of its type, for “unknown”.
    package var count: Int? {
        switch self {
        case .string(let text), .number(let text): Int(text).flatMap { (0...Int.greatestCount).contains($0) ? $0 : nil }
        case .null, .bool, .array, .object: nil
        }
    }

    /// The text where it is a version: a number, or a text that is one or a date.
    package var versionText: String? {
        switch self {
        case .string(let text), .number(let text): ItemVersion(text: text) == .none ? nil : text
        default: nil
        }
    }
}
