/// One element of a page's list of items.
public struct DecodedItem: Hashable, Sendable {
    /// Its range in the body.
    public let payload: Range<Int>
    /// Its ID, or why it has none.
    public let identity: ItemIdentity
    /// Its version exactly as the server wrote it; `nil` if it has none that can be compared.
    public let versionText: String?
    /// Its version as it is compared; `none` exactly if `versionText` is `nil`.
    public let version: ItemVersion
    /// Whether it is a tombstone: the server says that the item is gone.
    public let isTombstone: Bool

    /// An item as it was read; `version` is what `versionText` says.
    public init(
        payload: Range<Int>, identity: ItemIdentity, versionText: String?, version: ItemVersion, isTombstone: Bool
    ) {
        self.payload = payload
        self.identity = identity
        self.versionText = versionText
        self.version = version
        self.isTombstone = isTombstone
    }
}

/// The identity of an item.
public enum ItemIdentity: Hashable, Sendable {
    /// Its ID as text: a string as it is, an integer in its digits, so that `7` and `"7"` are one item.
    ///
    /// IDs are equal if their Unicode scalars are; `String` also equates different spellings of one character, so
    /// compare their UTF-8 where that matters.
    case id(String)
    /// It has no usable ID and is set aside.
    case rejected(ItemRejection)
}
