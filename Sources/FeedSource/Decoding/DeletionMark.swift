package import FeedModel

/// What at the `deleted` path of an item says that it is gone.
///
/// `true`; a date in any form that a version may have; a number that is not zero, as a time in some unit or as the 1 or −1
/// that databases write for true; such a number in a string; and the texts “true”, “Y” and “yes”. Not `false`, `null`,
/// 0, any other text, arrays and objects; of these, what does not mean no either is odd, and reported.
///
/// A time before 1970-01-02 is no mark: nothing was deleted then, but that is how 0001-01-01 and the epoch read, which
/// programs write for “never”.
package enum DeletionMark {
    private static let firstTime = Instant(seconds: 86_400)

    /// Nil where the value says neither yes nor no.
    package static func isSet(in value: JSONScalar) -> Bool? {
        switch value {
        case .bool(let isDeleted): isDeleted
        case .number(let text): isTime(number: text)
        case .string(let text): isTime(ItemVersion(text: text)) ?? words[text.lowercased()]
        case .null: false
        case .array, .object: nil
        }
    }

    private static let words = [
        "true": true, "y": true, "yes": true, "": false, "false": false, "n": false, "no": false,
    ]

    private static func isTime(_ version: ItemVersion) -> Bool? {
        switch version {
        case .none: nil
        case .integer(let value): value > 0 || value == -1
        case .decimal(let value): value.floor >= 0
        case .date(let instant): instant >= firstTime
        }
    }

    /// A number that has no room in a version counts as well.
    private static func isTime(number text: String) -> Bool {
        if let isTime = isTime(ItemVersion(text: text)) { return isTime }
        let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return mantissa.contains { $0.isDigit && $0 != UInt8(ascii: "0") } && !text.hasPrefix("-")
    }
}
