/// A set of serials in ascending order, answering "how many of them come before" by binary search.
struct SortedSerials: Sendable {
    private var serials: [Int] = []

    var count: Int { serials.count }

    func contains(_ serial: Int) -> Bool {
        let place = serials.firstIndexInSorted { $0 >= serial }
        return place < serials.count && serials[place] == serial
    }

    mutating func insert(_ serial: Int) {
        let place = serials.firstIndexInSorted { $0 >= serial }
        if place == serials.count || serials[place] != serial { serials.insert(serial, at: place) }
    }

    func count(from serial: Int) -> Int {
        serials.count - serials.firstIndexInSorted { $0 >= serial }
    }

    /// Counting non-members downward from `head`: how many members lie above non-member number `index`.
    func membersFromTop(skipping index: Int, head: Int) -> Int {
        // The j-th member from the top has (head - member) - j non-members above it, which never falls as j grows.
        let last = serials.count - 1
        return serials.indices.firstIndexInSorted { head - serials[last - $0] - $0 > index }
    }

    /// Counting non-members upward from `floor`: non-member number `index`, from 0.
    func nonMember(_ index: Int, from floor: Int) -> Int {
        let start = serials.count - count(from: floor)
        let above = start..<serials.count
        let skipped = above.firstIndexInSorted { serials[$0] - floor - ($0 - start) > index } - start
        return floor + index + skipped
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element has `property`, where elements have it from some index on; the end where none has.
    func firstIndexInSorted(where property: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if property(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
