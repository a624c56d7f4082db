/// The merge law: last write wins, by ID.
///
/// Pure: what is known of an item and what an answer says of it go in, the decision comes out. The store carries it
/// out, the tests prove it.
public enum Merge {
    /// What the cache knows of an item.
    public struct Known: Equatable, Sendable {
        /// The key of the write that won so far. An item removed because it was absent keeps the key of its content
        /// with the sequence of the removal: absence says nothing about versions, so the item may come back at the
        /// version it had, but only by a later request.
        public var key: WriteKey
        /// False for an item that was removed, by a tombstone or by absence.
        public var isLive: Bool

        /// What is known; every part is as given.
        public init(key: WriteKey, isLive: Bool) {
            self.key = key
            self.isLive = isLive
        }
    }

    /// What becomes of one write. Each write is counted under exactly one of these.
    public enum Decision: String, CaseIterable, Sendable {
        /// Content that was not there, or that comes back after a removal.
        case inserted
        /// Content that replaces other content.
        case updated
        /// The winning write brings the bytes that are there: only its sequence is worth noting.
        case unchanged
        /// A losing write: nothing changes; it is counted and can be looked up.
        case stale
        /// A tombstone that wins, or that says again what is known.
        case removed
    }

    /// Decides one write.
    ///
    /// - Parameters:
    ///   - key: the key of the write.
    ///   - known: what the cache knows of the item, nil for nothing.
    ///   - hasSameBytes: whether the write's payload equals the stored one to the byte; asked only when it matters.
    public static func decide(_ key: WriteKey, against known: Known?, hasSameBytes: () -> Bool) -> Decision {
        guard let known else { return key.isTombstone ? .removed : .inserted }
        if key < known.key { return .stale }
        if key.isTombstone { return .removed }
        guard known.isLive else { return key == known.key ? .stale : .inserted }
        return hasSameBytes() ? .unchanged : key == known.key ? .stale : .updated
    }
}
