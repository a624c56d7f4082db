/// The longest strictly increasing subsequence of a list of integers: the elements that stay where they are while the
/// fewest others move.
///
/// Patience sorting, O(n log n) at worst and O(n) for a list in order: C. Schensted, "Longest increasing and decreasing
/// subsequences", Canadian Journal of Mathematics 13 (1961); M. L. Fredman, "On computing the length of longest
/// increasing subsequences", Discrete Mathematics 11 (1975).
///
/// Of several longest ones the same is found every time: it ends on the smallest value it can, and each value before
/// is the smallest possible when the next was read.
package enum LongestIncreasingSubsequence {
    /// The offsets of the values that are kept, ascending. A nil is never kept, and keeps no other value from it.
    package static func indices(of values: some Collection<Int?>) -> [Int] {
        // A game of patience. Of each pile only the top card matters; the tops ascend from pile to pile, and the one
        // of pile n is the smallest value that ends an increasing subsequence of n + 1 values.
        var tops: [Int] = []
        var topOffsets: [Int] = []
        var predecessors = Array(repeating: -1, count: values.count)
        tops.reserveCapacity(predecessors.count)
        topOffsets.reserveCapacity(predecessors.count)
        for (offset, value) in values.enumerated() {
            guard let value else { continue }
            let pile = pile(for: value, tops: tops)
            if pile > 0 { predecessors[offset] = topOffsets[pile - 1] }
            if pile == tops.count {
                tops.append(value)
                topOffsets.append(offset)
            } else {
                tops[pile] = value
                topOffsets[pile] = offset
            }
        }
        guard var offset = topOffsets.last else { return [] }
        for pile in topOffsets.indices.reversed() {
            topOffsets[pile] = offset
            offset = predecessors[offset]
        }
        return topOffsets
    }

    /// The first pile whose top is not below `value`; one more than there are if all are.
    @inline(__always) private static func pile(for value: Int, tops: [Int]) -> Int {
        // What is in order needs no search.
        guard let last = tops.last, last >= value else { return tops.count }
        return (0..<tops.count - 1).partitioned { tops[$0] < value }
    }
}
