package struct DecodedPage: Sendable {
    /// The most items without a usable ID that are kept of a page. A hostile page may have millions.
    package static let mostRejections = 100

    /// The body as it was received; the payloads of the items are ranges of it.
    package let body: [UInt8]
    /// Every element of the list of items in its order; of those that are set aside as rejected the first
    /// `mostRejections`.
    package let items: [DecodedItem]
    /// How many elements of the list are set aside, those that are not among `items` included.
    package let rejectedCount: Int
    /// What of its items does not count as a change; nil where all does.
    package let ignored: IgnoredFields?
    /// A digest of its items, to the byte and in any order; nil where it has none.
    package let digest: Int64?
    package let listing: Listing
    private let extraPlaces: [Range<Int>?]

    /// - Parameters:
    ///   - rejectedCount: how many are set aside in all; nil for as many as there are among `items`.
    ///   - extraPlaces: where in the body the extra paths of the decoder that read it lead, in their order.
    package init(
        body: [UInt8], items: [DecodedItem], rejectedCount: Int? = nil, extraPlaces: [Range<Int>?] = [],
        ignored: IgnoredFields? = nil
    ) {
        self.body = body
        self.items = items
        self.rejectedCount = rejectedCount ?? items.count { $0.id == nil }
        self.extraPlaces = extraPlaces
        self.ignored = ignored
        digest = LoopGuard.digest(of: items, in: body)
        let keptRejections = self.rejectedCount == 0 ? 0 : items.count { $0.id == nil }
        listing = Listing(of: items, in: body, count: items.count + self.rejectedCount - keptRejections)
    }

    package var itemCount: Int { listing.count }

    package var ids: [String] { items.compactMap(\.id) }

    package func extra(_ number: Int) -> JSONScalar? {
        place(ofExtra: number).map { JSONScalar(bytes: body[$0]) }
    }

    /// What is at the extra path of that number, as it came; `nil` if nothing is.
    package func extraText(_ number: Int) -> String? {
        place(ofExtra: number).map { String(decoding: body[$0], as: UTF8.self) }
    }

    private func place(ofExtra number: Int) -> Range<Int>? {
        extraPlaces.indices.contains(number) ? extraPlaces[number] : nil
    }

    package func areSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left == right || ignored?.areSame(left, right) ?? false
    }

    /// The item's bytes exactly as received, without white space around them.
    package func payload(of item: DecodedItem) -> ArraySlice<UInt8> {
        body[item.payload.clamped(to: 0..<body.count)]
    }
}

package struct DecodedItem: Hashable, Sendable {
    package let payload: Range<Int>
    package let identity: ItemIdentity
    /// Its version exactly as the server wrote it; `nil` if it has none that can be compared.
    package let versionText: String?
    /// Its version as it is compared; `none` exactly if `versionText` is `nil`.
    package let version: ItemVersion
    package let isTombstone: Bool
    package let faults: ItemFaults

    package init(
        payload: Range<Int>, identity: ItemIdentity, versionText: String?, version: ItemVersion, isTombstone: Bool,
        faults: ItemFaults = []
    ) {
        (self.payload, self.identity, self.versionText) = (payload, identity, versionText)
        (self.version, self.isTombstone, self.faults) = (version, isTombstone, faults)
    }

    /// Nil where it is set aside as rejected.
    package var id: String? {
        if case .id(let id) = identity { id } else { nil }
    }
}

/// What is wrong with the fields of an item that the merge reads. Null is nothing wrong.
package struct ItemFaults: OptionSet, Hashable, Sendable {
    /// Nothing is at the path of the version, not even null.
    package static let noVersion = ItemFaults(rawValue: 1)
    /// The version is neither a number nor a date.
    package static let oddVersion = ItemFaults(rawValue: 2)
    /// The deletion mark says neither yes nor no.
    package static let oddMark = ItemFaults(rawValue: 4)

    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

package enum ItemIdentity: Hashable, Sendable {
    /// Its ID as text: a string as it is, an integer in its digits, so that `7` and `"7"` are one item.
    ///
    /// IDs are equal if their Unicode scalars are; `String` also equates different spellings of one character, so
    /// compare their UTF-8 where that matters.
    case id(String)
    case rejected(ItemRejection)
}
