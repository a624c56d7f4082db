import FeedModel

/// The version of an item of own data: a whole number or an instant, greater after each change.
enum ListVersion: Comparable, Hashable {
    case number(Int64)
    case date(Instant)

    enum Kind: Sendable {
        case number
        case date
    }

    static let field = "updated_at"

    /// The version that a client names, in the form the list has.
    init?(_ text: String, as kind: Kind) {
        let version = kind == .number ? Int64(text).map(Self.number) : Instant(rfc3339: text).map(Self.date)
        guard let version else { return nil }
        self = version
    }

    /// The version as a value of an item; nil where it is none.
    init?(_ scalar: JSONScalar) {
        switch scalar {
        case .number(let text): self.init(text, as: .number)
        case .string(let text): self.init(text, as: .date)
        default: return nil
        }
    }

    var kind: Kind {
        switch self {
        case .number: .number
        case .date: .date
        }
    }

    /// The least version that comes after it: the next number, or a second later.
    var next: ListVersion {
        switch self {
        case .number(let number): .number(number == .max ? number : number + 1)
        case .date(let instant): .date(instant.advanced(bySeconds: 1))
        }
    }

    /// As a client sends it back.
    var text: String {
        switch self {
        case .number(let number): String(number)
        case .date(let instant): RFC3339.format(instant)
        }
    }

    var json: [UInt8] { kind == .number ? Array(text.utf8) : JSONValue.string(text).bytes }
}
