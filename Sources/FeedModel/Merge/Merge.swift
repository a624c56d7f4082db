/// The merge law: last write wins, by ID.
///
/// A pure function of what is known about an item and what an answer says about it. The store carries the decision out.
package enum Merge {
    package struct Known: Equatable, Sendable {
        /// The key of the greatest write so far; of an absent item that of its content.
        package var key: WriteKey
        package var state: State

        package enum State: Equatable, Sendable {
            case live
            case tombstone
            /// Whole walks did not find it. The sequence is that of the removal: greater than that of every request of
            /// these walks.
            case absent(since: WriteSequence)
        }

        package init(key: WriteKey, state: State) {
            self.key = key
            self.state = state
        }

        package var isLive: Bool { state == .live }
    }

    /// What becomes of one write. Each write is counted under exactly one of these.
    package enum Decision: String, CaseIterable, Sendable {
        /// Content that was not there, or that comes back after a removal.
        case inserted
        case updated
        /// The winning write brings the bytes that are there, but for ignored fields: only its sequence is worth noting.
        case unchanged
        /// A losing write: nothing changes; it is counted and can be looked up.
        case stale
        /// A tombstone that wins, or that repeats what is known.
        case removed
    }

    /// Absence carries no version: content that was requested after the item was found absent brings it back, at any
    /// version. A tombstone that was requested after it counts at any version too: else it would matter whether it came
    /// before such content or after it.
    ///
    /// - Parameters:
    ///   - floor: the first sequence of a run that accepts older versions, from a server that was restored from a
    ///     backup. Versions known before it do not count. Nil for other runs.
    ///   - hasSameBytes: whether the write's payload equals the stored one to the byte, or but for ignored fields
    ///     (`IgnoredFields`); called only when it matters.
    package static func decide(
        _ key: WriteKey, against known: Known?, acceptingOlderSince floor: WriteSequence? = nil,
        hasSameBytes: () -> Bool
    ) -> Decision {
        guard let known else { return key.isTombstone ? .removed : .inserted }
        if case .absent(let since) = known.state {
            if key.sequence > since { return key.isTombstone ? .removed : .inserted }
            if !key.isTombstone { return .stale }
        }
        let order = compare(key, known.key, floor)
        if order < 0 { return .stale }
        if key.isTombstone { return .removed }
        guard known.isLive else { return order == 0 ? .stale : .inserted }
        return hasSameBytes() ? .unchanged : order == 0 ? .stale : .updated
    }

    /// Less than 0 where `key` loses, 0 where it is the same write.
    private static func compare(_ key: WriteKey, _ known: WriteKey, _ floor: WriteSequence?) -> Int {
        if let floor, known.sequence < floor, key.sequence >= floor { return 1 }
        return key < known ? -1 : key == known ? 0 : 1
    }
}
