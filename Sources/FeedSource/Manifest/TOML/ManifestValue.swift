import FeedModel

/// A value of a manifest.
indirect enum ManifestValue: Equatable, Sendable {
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    /// A date or time as it is written; nothing in a manifest is one.
    case date(String)
    case list([ManifestValue])
    case table([String: ManifestValue])

    /// What it is, for messages.
    var kindName: String {
        switch self {
        case .bool: "a boolean"
        case .integer: "an integer"
        case .number: "a number with a fraction"
        case .string: "a string"
        case .date: "a date or time"
        case .list: "an array"
        case .table: "a table"
        }
    }
}

extension ManifestValue {
    /// The value as JSON, for readers that know that. What JSON has no word for becomes a string.
    var json: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .bool(let value): bytes += "\(value)".utf8
        case .integer(let value): bytes += "\(value)".utf8
        case .number(let value) where value.isFinite: bytes += "\(value)".utf8
        case .number(let value): JSONEscaping.append("\(value)", to: &bytes)
        case .string(let text): JSONEscaping.append(text, to: &bytes)
        case .date(let text): JSONEscaping.append(text, to: &bytes)
        case .list(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .table(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONEscaping.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
