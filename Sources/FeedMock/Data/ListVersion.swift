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
        switch kind {
        case .number:
            guard let number = Int64(text) else { return nil }
            self = .number(number)
        case .date:
            guard let instant = Instant(rfc3339: text) else { return nil }
            self = .date(instant)
        }
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

    var json: [UInt8] {
        switch self {
        case .number: Array(text.utf8)
        case .date: JSONValue.string(text).bytes
        }
    }
}
