extension Range<Int> {
    /// The first index for which a condition does not hold that holds for all up to some point and for none after it; the
    /// upper bound where it holds for all. O(log count).
    @inlinable package func partitioned(_ isFirst: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isFirst(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
