/// A page of a collection as a `PageDecoder` read it.
public struct DecodedPage: Sendable {
    /// The body as it was received; the payloads of the items are ranges of it.
    public let body: [UInt8]
    /// Every element of the list of items in its order, the rejected ones included.
    public let items: [DecodedItem]
    private let extras: [JSONScalar?]

    public init(body: [UInt8], items: [DecodedItem], extras: [JSONScalar?] = []) {
        self.body = body
        self.items = items
        self.extras = extras
    }

    /// What is at the extra path of that number; `nil` if nothing is.
    public func extra(_ number: Int) -> JSONScalar? {
        extras.indices.contains(number) ? extras[number] : nil
    }

    /// The item's bytes exactly as received, without white space around them.
    public func payload(of item: DecodedItem) -> ArraySlice<UInt8> {
        body[item.payload.clamped(to: 0..<body.count)]
    }
}

/// One element of a page's list of items.
public struct DecodedItem: Hashable, Sendable {
    /// Where in the body it is.
    public let payload: Range<Int>
    /// Its ID, or why it has none.
    public let identity: ItemIdentity
    /// Its version in exactly the server's words; `nil` if it has none or none that can be compared.
    public let versionText: String?
    /// Its version as it is compared; `none` exactly if `versionText` is `nil`.
    public let version: ItemVersion
    /// Whether the server says with it that the item is gone.
    public let isTombstone: Bool

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
