/// Places in a list as numbers with gaps. An insertion into the list then writes one place, and not all of them.
///
/// Each part of a page keeps its items ordered by rank. When the server changes the order, the longest subsequence of
/// items that kept their order keeps its ranks. Only the others get new ones, spread over the gaps between.
package enum Ranks {
    /// The gap between neighbours of a fresh list: sixteen insertions at the same place before a renumbering.
    static let gap: Int64 = 1 << 16
    /// Ranks stay this near to 0, so that sums and differences of them never overflow; one beyond it, as a damaged
    /// database may have, counts as none.
    private static let limit = Int64.max / 4

    /// The ranks of a list's items in their new order, changing as few of the present ones as possible.
    ///
    /// - Parameter present: for each item in the new order its rank so far, nil where it has none. Present ranks are
    ///   distinct.
    /// - Returns: as many ranks, strictly increasing. An item whose rank is the same as before need not be written.
    package static func assign(keeping present: [Int64?]) -> [Int64] {
        let present = present.map { rank in rank.flatMap { (-limit...limit).contains($0) ? $0 : nil } }
        let kept = LongestIncreasingSubsequence.indices(of: present.lazy.map { $0.map { Int($0) } })
        var ranks = [Int64](repeating: 0, count: present.count)
        var next = 0
        var floor: Int64?
        for index in kept {
            guard let ceiling = present[index] else { continue }
            guard spread(&ranks, next..<index, above: floor, below: ceiling) else { return fresh(present.count) }
            ranks[index] = ceiling
            floor = ceiling
            next = index + 1
        }
        guard spread(&ranks, next..<present.count, above: floor, below: nil) else { return fresh(present.count) }
        return ranks
    }

    private static func fresh(_ count: Int) -> [Int64] { (0..<count).map { Int64($0) * gap } }

    /// Numbers `range` evenly between two ranks; false where there is no room.
    private static func spread(
        _ ranks: inout [Int64], _ range: Range<Int>, above floor: Int64?, below ceiling: Int64?
    ) -> Bool {
        guard !range.isEmpty else { return true }
        let count = Int64(range.count)
        let room = (count + 1) * gap
        let low = floor ?? ceiling.map { min($0, max($0 - room, -limit)) } ?? -gap
        let high = ceiling ?? floor.map { max($0, min($0 + room, limit)) } ?? count * gap
        let step = (high - low) / (count + 1)
        guard step >= 1 else { return false }
        for (offset, index) in range.enumerated() {
            ranks[index] = low + step * Int64(offset + 1)
        }
        return true
    }
}
