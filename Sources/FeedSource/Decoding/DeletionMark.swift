import FeedModel

/// What at the `deleted` path of an item says that it is gone.
///
/// `true`; a string that is a date; a number that is not zero, as a time in some unit or as the 1 that databases write
/// for true; and such a number in a string, if it is an integer. Not `false`, `null`, 0, an empty string, any other
/// text (a server that means “deleted” by the word “no” is none to guess about), arrays and objects.
enum DeletionMark {
    static func isSet(_ value: ArraySlice<UInt8>) -> Bool {
        switch JSONScalar(bytes: value) {
        case .bool(let isDeleted): isDeleted
        case .number(let text): isNonzero(text)
        case .string(let text): isTime(ItemVersion(text: text))
        case .null, .array, .object: false
        }
    }

    private static func isTime(_ version: ItemVersion) -> Bool {
        switch version {
        case .none: false
        case .integer(let value): value != 0
        case .date: true
        }
    }

    /// Whether a digit other than 0 stands before the exponent.
    private static func isNonzero(_ number: String) -> Bool {
        number.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains {
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
        }
    }
}
