/// The longest strictly increasing subsequence of a list of integers: what may stay where it is while the fewest
/// others move around it.
///
/// Patience sorting, O(n log n) at worst and O(n) for a list in order: C. Schensted, "Longest increasing and decreasing
/// subsequences", Canadian Journal of Mathematics 13 (1961); M. L. Fredman, "On computing the length of longest
/// increasing subsequences", Discrete Mathematics 11 (1975).
///
/// Of several longest ones the same is found every time: it ends on the smallest value it can, and each value before
/// is the smallest that could stand there when the next was read.
enum LongestIncreasingSubsequence {
    /// The offsets of the values that are kept, ascending. A nil is never kept, and keeps no other value from it.
    static func indices(of values: some Collection<Int?>) -> [Int] {
        var offsets: [Int] = []
        var present: [Int] = []
        for (offset, value) in values.enumerated() {
            guard let value else { continue }
            offsets.append(offset)
            present.append(value)
        }
        return indices(of: present).map { offsets[$0] }
    }

    /// The offsets of the values that are kept, ascending.
    static func indices(of values: some Collection<Int>) -> [Int] {
        let values = Array(values)
        // A game of patience. Of each pile only the top card matters; the tops ascend from pile to pile, and the one
        // of pile n is the smallest value that ends an increasing subsequence of n + 1 values.
        var tops: [Int] = []
        tops.reserveCapacity(values.count)
        var predecessors = Array(repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            let pile = pile(for: value, tops: tops, values: values)
            if pile > 0 { predecessors[index] = tops[pile - 1] }
            if pile == tops.count { tops.append(index) } else { tops[pile] = index }
        }
        guard var index = tops.last else { return [] }
        for pile in tops.indices.reversed() {
            tops[pile] = index
            index = predecessors[index]
        }
        return tops
    }

    /// The first pile whose top is not below `value`; one more than there are if all are.
    @inline(__always) private static func pile(for value: Int, tops: [Int], values: [Int]) -> Int {
        // What is in order needs no search.
        guard let last = tops.last, values[last] >= value else { return tops.count }
        var low = 0
        var high = tops.count - 1
        while low < high {
            let middle = (low + high) / 2
            if values[tops[middle]] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
