import FeedModel

package indirect enum ManifestValue: Equatable, Sendable {
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    /// A date or time as it is written; nothing in a manifest is one.
    case date(String)
    case list([ManifestValue])
    case table([String: ManifestValue])

    var text: String? { if case .string(let text) = self { text } else { nil } }

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
    /// The value as JSON. What JSON has no form for becomes a string.
    var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .number(let value) where value.isFinite: writer.number(value)
        case .number(let value): writer.string("\(value)")
        case .string(let text), .date(let text): writer.string(text)
        case .list(let elements):
            writer.array { writer in for element in elements { element.write(to: &writer) } }
        case .table(let members):
            writer.object { writer in
                for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                    writer.key(key)
                    value.write(to: &writer)
                }
            }
        }
    }
}
