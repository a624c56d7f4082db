import FeedModel

/// What at the `deleted` path of an item says that it is gone.
///
/// `true`; a string that is a date; a number that is not zero, as a time in some unit or as the 1 or −1 that databases
/// write for true; and such a number in a string. Not `false`, `null`, 0, an empty string, any other text (what a server
/// means by the word “no” is not guessed), arrays and objects.
///
/// A time before 1970-01-02 is no mark: nothing was deleted then, but that is how 0001-01-01 and the epoch read, which
/// programs write for “never”.
enum DeletionMark {
    private static let firstTime = Instant(seconds: 86_400)

    static func isSet(_ value: ArraySlice<UInt8>) -> Bool {
        isSet(in: JSONScalar(bytes: value))
    }

    static func isSet(in value: JSONScalar) -> Bool {
        switch value {
        case .bool(let isDeleted): isDeleted
        case .number(let text): isTime(number: text)
        case .string(let text): isTime(ItemVersion(text: text))
        case .null, .array, .object: false
        }
    }

    private static func isTime(_ version: ItemVersion) -> Bool {
        switch version {
        case .none: false
        case .integer(let value): value > 0 || value == -1
        case .decimal(let value): value.floor >= 0
        case .date(let instant): instant >= firstTime
        }
    }

    /// A number that has no room in a version counts as well.
    private static func isTime(number text: String) -> Bool {
        let version = ItemVersion(text: text)
        if version != .none { return isTime(version) }
        let hasDigits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains {
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
        }
        return hasDigits && !text.hasPrefix("-")
    }
}
