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
    /// The offsets of the values that are kept, ascending.
    static func indices(of values: some Collection<Int>) -> [Int] {
        var patience = Patience(capacity: values.count)
        for value in values { patience.add(value) }
        return patience.keptIndices()
    }

    /// The offsets of the values that are kept, ascending. A nil is never kept, and keeps no other value from it.
    static func indices(of values: some Collection<Int?>) -> [Int] {
        var patience = Patience(capacity: values.count)
        for value in values {
            if let value { patience.add(value) } else { patience.skip() }
        }
        return patience.keptIndices()
    }

    /// The piles of a game of patience, of which only the top cards matter.
    private struct Patience {
        /// At `n`, the smallest value that ends an increasing subsequence of `n + 1` values; ascending.
        private var topValues: [Int] = []
        /// The offsets of `topValues`.
        private var topIndices: [Int] = []
        /// For each offset, that of the value before it in the best subsequence it ends; -1 for none.
        private var predecessors: [Int] = []

        init(capacity: Int) {
            predecessors.reserveCapacity(capacity)
        }

        mutating func add(_ value: Int) {
            let pile = pile(for: value)
            let index = predecessors.count
            predecessors.append(pile > 0 ? topIndices[pile - 1] : -1)
            if pile == topValues.count {
                topValues.append(value)
                topIndices.append(index)
            } else {
                topValues[pile] = value
                topIndices[pile] = index
            }
        }

        mutating func skip() {
            predecessors.append(-1)
        }

        func keptIndices() -> [Int] {
            var kept = topIndices
            guard var index = kept.last else { return [] }
            for pile in kept.indices.reversed() {
                kept[pile] = index
                index = predecessors[index]
            }
            return kept
        }

        /// The first pile whose top is not below `value`.
        private func pile(for value: Int) -> Int {
            // What is in order needs no search.
            guard let last = topValues.last, last >= value else { return topValues.count }
            var low = 0
            var high = topValues.count - 1
            while low < high {
                let middle = (low + high) / 2
                if topValues[middle] < value { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}
