/// A page of a collection as a `PageDecoder` read it.
public struct DecodedPage: Sendable {
    /// The body as it was received; the payloads of the items are ranges of it.
    public let body: [UInt8]
    /// Every element of the list of items in its order, the rejected ones included.
    public let items: [DecodedItem]
    private let extras: [JSONScalar?]

    /// - Parameter extras: what is at the extra paths of the decoder that read it, in their order.
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
