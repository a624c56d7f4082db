/// Recognises a list without an end, for walks, deltas and single pages.
///
/// A loop is an address that was seen before in the same walk, or a whole page, to the byte of its items, that comes
/// `mostRepeats` times. A page that comes twice may be a burst of exactly its size at the head of the list. So are
/// `mostEmptyPages` empty pages in a row. Addresses and pages are kept as digests of 64 bits.
package struct LoopGuard: Sendable {
    /// Pages without a single item in a row that are taken for a list without an end.
    package static let mostEmptyPages = 100

    /// How often the same page comes in a list without an end.
    package static let mostRepeats = 3

    private var addresses: Set<Int64>
    private var pages: [Int64: Int]
    private var emptyPages = 0

    /// A guard with the digests of what a walk has seen so far; with nothing for a new walk.
    package init(addresses: some Sequence<Int64> = [], pages: some Sequence<Int64> = []) {
        self.addresses = Set(addresses)
        self.pages = Dictionary(pages.map { ($0, 1) }, uniquingKeysWith: +)
    }

    package mutating func ask(_ address: String) throws(PaginationLoopError) {
        guard addresses.insert(Self.digest(of: address)).inserted else { throw .addressSeenBefore }
    }

    package mutating func receive(_ page: DecodedPage) throws(PaginationLoopError) {
        emptyPages = page.items.isEmpty ? emptyPages + 1 : 0
        guard emptyPages < Self.mostEmptyPages else { throw .tooManyEmptyPages(emptyPages) }
        guard let digest = page.digest else { return }
        pages[digest, default: 0] += 1
        guard pages[digest, default: 0] < Self.mostRepeats else { throw .pageRepeated }
    }

    package static func digest(of address: String) -> Int64 {
        Int64(bitPattern: SplitMix64.mix(FNV1a.hash(address.utf8)))
    }

    /// A digest of a page's items, to the byte and in any order; nil where it has none.
    static func digest(of items: [DecodedItem], in body: [UInt8]) -> Int64? {
        guard !items.isEmpty else { return nil }
        return body.withUnsafeBytes { bytes in
            Int64(bitPattern: items.reduce(0) { $0 &+ hash(UnsafeRawBufferPointer(rebasing: bytes[$1.payload])) })
        }
    }

    /// Eight bytes at a time, as every byte of a list passes through here; mixed, so that sums of hashes are as well
    /// distributed as the hashes.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = FNV1a.start ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            offset += 8
        }
        return SplitMix64.mix(FNV1a.hash(UnsafeRawBufferPointer(rebasing: bytes[offset...]), after: hash))
    }
}

package enum PaginationLoopError: Error, Equatable, Sendable {
    case addressSeenBefore
    case pageRepeated
    case tooManyEmptyPages(Int)

    package var message: String {
        switch self {
        case .addressSeenBefore: "the next page has the address of an earlier page"
        case .pageRepeated: "the server answers with the same page again and again"
        case .tooManyEmptyPages(let count): "\(count) pages in a row hold nothing"
        }
    }
}
