/// Who an item is.
public enum ItemIdentity: Hashable, Sendable {
    /// Its ID as text: a string as it is, an integer in its digits, so that `7` and `"7"` are one item.
    ///
    /// IDs are equal if their Unicode scalars are; `String` also equates different spellings of one character, so
    /// compare their UTF-8 where that matters.
    case id(String)
    /// It has no usable ID and is set aside.
    case rejected(ItemRejection)
}
