/// A value of a manifest, for the tables that others read: the policies of ads.
public indirect enum ManifestValue: Equatable, Sendable {
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    /// A date or time, which nothing in a manifest is.
    case date
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
