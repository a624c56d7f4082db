/// When a write was made, as a total order over all writes of a source: a persistent counter taken when the request
/// was *sent*, then the place of the item in the answer.
///
/// Because the counter is taken at sending, a slow answer to an old request never beats the answer to a newer one.
package struct WriteSequence: Comparable, Hashable, Sendable {
    /// Bits of `rawValue` that hold the place in the page; one page holds at most 2^20 items apart.
    private static let placeBits: Int64 = 20
    private static let placeMask: Int64 = (1 << placeBits) - 1

    /// `request` in the upper 43 bits, `place` in the lower 20: compares as the pair does.
    package let rawValue: Int64

    /// - Parameters:
    ///   - request: the persistent counter, 0 and up; what exceeds 2^43 - 1 is capped there.
    ///   - place: the index in the page, 0 and up; what exceeds 2^20 - 1 is capped there.
    package init(request: Int64, place: Int = 0) {
        let request = min(max(request, 0), Int64.max >> Self.placeBits)
        rawValue = request << Self.placeBits | min(max(Int64(place), 0), Self.placeMask)
    }

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package var request: Int64 { rawValue >> Self.placeBits }

    package static func < (left: WriteSequence, right: WriteSequence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What decides between two writes of one item: the greater key wins, compared in the order of the properties.
///
/// Since the order is total and every write has its own sequence, "keep the greatest" is commutative, associative and
/// idempotent: any order, repetition or split of the same answers leaves the same item.
package struct WriteKey: Comparable, Hashable, Sendable {
    package let version: ItemVersion
    /// At the same version a deletion beats content.
    package let isTombstone: Bool
    /// At the same version and kind the later request wins.
    package let sequence: WriteSequence

    package init(version: ItemVersion, isTombstone: Bool, sequence: WriteSequence) {
        self.version = version
        self.isTombstone = isTombstone
        self.sequence = sequence
    }

    package static func < (left: WriteKey, right: WriteKey) -> Bool {
        if left.version != right.version { return left.version < right.version }
        if left.isTombstone != right.isTombstone { return right.isTombstone }
        return left.sequence < right.sequence
    }
}
