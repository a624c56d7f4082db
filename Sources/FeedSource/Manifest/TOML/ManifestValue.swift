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
    var whole: Int? { if case .integer(let number) = self { number } else { nil } }
    var members: [String: ManifestValue]? { if case .table(let members) = self { members } else { nil } }

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

    /// The value as JSON. What JSON has no form for becomes a string.
    var json: JSONValue {
        switch self {
        case .bool(let value): .bool(value)
        case .integer(let value): .number(value)
        case .number(let value): value.isFinite ? .real(value) : .string("\(value)")
        case .string(let text), .date(let text): .string(text)
        case .list(let elements): .array(elements.map(\.json))
        case .table(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
        }
    }
}
